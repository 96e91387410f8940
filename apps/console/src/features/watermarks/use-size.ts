"use client";

import { type RefObject, useEffect, useRef, useState } from "react";

/** How wide an element is, in whole pixels; 0 before it is known. Its height is the style sheet's. */
export function useWidth(): readonly [RefObject<HTMLDivElement | null>, number] {
  const host = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    const sizes = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.floor(entry.contentRect.width));
    });
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);
  return [host, width];
}
