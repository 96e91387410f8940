"use client";

import { useSyncExternalStore } from "react";

/** The beat at which ages grow. */
const beatMs = 500;

const listeners = new Set<() => void>();
let nowMs = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    nowMs = Date.now();
    for (const each of listeners) each();
  }, beatMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The browser's clock, twice a second, one timer a page. Only for the age of data; see `freshness.ts`. */
export function useBrowserNowMs(): number {
  return useSyncExternalStore(
    subscribe,
    () => nowMs,
    () => 0,
  );
}
