import type { AppLane } from "@stoatflow/api";

/**
 * A record that has been in work for longer is stuck rather than slow, in milliseconds: a commit is due ten times a
 * second, and waits for it.
 */
const stuckMs = 5000;

/**
 * How long a lane has been at one record, where that is so long that it is stuck; `undefined`: it is not. Of an engine that
 * does not tell, the age of the oldest record stands for it.
 *
 * @example stuckForMs({ oldestAgeMs: 9000, inWorkMs: 200 }) // undefined
 */
export function stuckForMs({
  inWorkMs,
  oldestAgeMs,
}: Pick<AppLane, "inWorkMs" | "oldestAgeMs">): number | undefined {
  const ms = inWorkMs === undefined ? oldestAgeMs : inWorkMs;
  return ms !== null && ms > stuckMs ? ms : undefined;
}
