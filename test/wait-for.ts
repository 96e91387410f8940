import { setTimeout as delay } from "node:timers/promises";

const lookEveryMs = 50;

/**
 * Looks until `condition` gives something, and gives that.
 *
 * @param what the condition in words, for the error of a wait that took longer than `limitMs`.
 */
export async function waitFor<T>(
  what: string,
  condition: () => Promise<T | undefined> | T | undefined,
  limitMs = 60_000,
): Promise<T> {
  const untilMs = performance.now() + limitMs;
  for (;;) {
    const found = await condition();
    if (found !== undefined) return found;
    if (performance.now() > untilMs) throw new Error(`waited ${limitMs} ms in vain until ${what}`);
    await delay(lookEveryMs);
  }
}
