import type { AppLane } from "@stoatflow/api";
import { inWorkMsOf } from "@stoatflow/api/wire";

/**
 * A record that has been in work for longer is stuck rather than slow, in milliseconds: a commit is due ten times a
 * second, and waits for it.
 */
const stuckMs = 5000;

/**
 * How long a lane has been at one record, where that is so long that it is stuck; `undefined`: it is not.
 *
 * @example stuckForMs({ oldestAgeMs: 9000, inWorkMs: 200 }) // undefined
 */
export function stuckForMs(lane: Pick<AppLane, "inWorkMs" | "oldestAgeMs">): number | undefined {
  const ms = inWorkMsOf(lane);
  return ms !== null && ms > stuckMs ? ms : undefined;
}
