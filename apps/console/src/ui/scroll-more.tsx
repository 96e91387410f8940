"use client";

import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";

/**
 * Scrolls what is wider or higher than its place, and fades the edge beyond which there is more: a number that is cut
 * off must never look like a whole one.
 */
export function ScrollMore({
  className = "",
  host: given,
  children,
}: {
  readonly className?: string;
  /** Is given what scrolls, for who has to know how far. */
  readonly host?: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
}) {
  const own = useRef<HTMLDivElement>(null);
  const host = given ?? own;
  const [more, setMore] = useState("");
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    const look = (): void => {
      const right = element.scrollLeft + element.clientWidth < element.scrollWidth - 1;
      const below = element.scrollTop + element.clientHeight < element.scrollHeight - 1;
      setScrolls(
        element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1,
      );
      setMore([right ? "right" : "", below ? "below" : ""].join(" ").trim());
    };
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    for (const child of element.children) sizes.observe(child);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [host]);
  return (
    <div
      ref={host}
      data-more={more}
      // What scrolls is reached by keys too, which move it from there.
      {...(scrolls ? { tabIndex: 0 } : {})}
      className={`scroll-more overflow-auto ${className}`}
    >
      {children}
    </div>
  );
}
