"use client";

import { type ReactNode, useEffect, useRef } from "react";

/** What a reader moves by. */
const moves = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/**
 * The parts of a page. The one that its address names stays where it was scrolled to while the parts above it still fill
 * with what is on its way, until its reader moves.
 */
export function StayAtAnchor({ children }: { readonly children: ReactNode }) {
  const column = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const named = window.location.hash.slice(1);
    if (named === "" || column.current === null) return;
    const sizes = new ResizeObserver(() => document.getElementById(named)?.scrollIntoView());
    sizes.observe(column.current);
    const leave = () => sizes.disconnect();
    for (const move of moves) window.addEventListener(move, leave, { once: true, passive: true });
    return () => {
      leave();
      for (const move of moves) window.removeEventListener(move, leave);
    };
  }, []);
  return (
    <div ref={column} className="flex min-w-0 flex-col gap-12">
      {children}
    </div>
  );
}
