/** What a row says of the partitions and lanes of one tick: looked at once, however many readers have the tick. */
import type { LanesPressure } from "../wire/lanes-pressure.ts";
import { pressureOf } from "./lanes-pressure.ts";
import type { ReceivedTick } from "./summary.ts";

export interface TickFacts {
  readonly heldHeads: number;
  readonly pressure: LanesPressure;
}

const known = new WeakMap<ReceivedTick, TickFacts>();

export function factsOf(tick: ReceivedTick): TickFacts {
  const before = known.get(tick);
  if (before !== undefined) return before;
  const { partitions } = tick.snapshot.watermarks;
  const facts = {
    heldHeads: partitions.reduce((sum, { headHeldSinceMs }) => sum + (headHeldSinceMs === null ? 0 : 1), 0),
    pressure: pressureOf(tick.snapshot),
  };
  known.set(tick, facts);
  return facts;
}
