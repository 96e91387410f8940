"use client";

import { type Dispatch, type SetStateAction, useEffect } from "react";
import type { Span } from "./chart-window.ts";

/**
 * Has a question about a span follow the span that is wanted. One that merely moved on, as a live one does with each beat
 * and a dragged one with each pixel, waits for the answer before: a console that needs longer than a beat would otherwise
 * be asked for ever and never shown.
 */
export function usePatience(
  asked: Span,
  wanted: Span,
  isFetching: boolean,
  ask: Dispatch<SetStateAction<Span>>,
): void {
  const { fromMs, toMs } = wanted;
  const isSame = asked.fromMs === fromMs && asked.toMs === toMs;
  const hasMovedOn = asked.toMs - asked.fromMs === toMs - fromMs;
  useEffect(() => {
    if (!isSame && !(isFetching && hasMovedOn)) ask({ fromMs, toMs });
  }, [isSame, hasMovedOn, isFetching, fromMs, toMs, ask]);
}
