import type { Lane as LaneWire } from "../wire/index.ts";
import type { Lane } from "./lane.ts";

/** Share of the time since the last look that each lane worked. */
export class LaneStatus {
  readonly #busyMs = new Map<number, number>();
  #lookedMs: number | undefined;

  /**
   * @param monotonicMs of this tick.
   * @param operatorOf what takes the oldest row of a lane that has one.
   */
  look(
    lanes: readonly Lane[],
    nowMs: number,
    monotonicMs: number,
    operatorOf: (lane: Lane) => string,
  ): LaneWire[] {
    const elapsedMs = this.#lookedMs === undefined ? 0 : monotonicMs - this.#lookedMs;
    this.#lookedMs = monotonicMs;
    return lanes.map((lane) => {
      const { inWorkSinceMs, oldestArrivedMs: oldest } = lane;
      const inWorkMs = inWorkSinceMs === undefined ? null : Math.max(0, monotonicMs - inWorkSinceMs);
      // The lane counts the work of a deferred row when it ends; until then it is counted here.
      const workedMs = lane.busyMs + (inWorkMs ?? 0);
      const busyMs = workedMs - (this.#busyMs.get(lane.index) ?? 0);
      this.#busyMs.set(lane.index, workedMs);
      return {
        stage: 1,
        lane: lane.index,
        state: lane.parked ? "parked" : lane.held > 0 ? "busy" : "idle",
        depth: lane.depth,
        capacity: lane.capacity,
        oldestAgeMs: oldest === undefined ? null : Math.max(0, nowMs - oldest),
        inWorkMs,
        operator: oldest === undefined ? null : operatorOf(lane),
        busyRatio: elapsedMs > 0 ? Math.min(1, Math.max(0, busyMs / elapsedMs)) : 0,
        processed: lane.processed,
        hotKeys: lane.hotKeys.look(monotonicMs),
      };
    });
  }
}
