import type { Exact } from "./exact.ts";

/** From a tick to the end of the transaction that it is written in. */
const writtenWithinMs = 2000;

/**
 * Until when all is written that was told, by the app's clock: what is newer may be still to be written.
 *
 * @param nowMs the console's clock. @param tick the newest one that is known, by which the two clocks are compared.
 */
export function writtenUntilMs(
  nowMs: number,
  tick: { readonly lastMs: number | undefined; readonly receivedAtMs: Exact | undefined },
): number {
  const { lastMs, receivedAtMs } = tick;
  const untilMs = nowMs - writtenWithinMs;
  return receivedAtMs === undefined || lastMs === undefined
    ? untilMs
    : untilMs - (Number(receivedAtMs) - lastMs);
}
