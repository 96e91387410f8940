import type { Engine, EngineInternals, EngineOptions } from "../app.ts";
import { RunningEngine } from "../engine.ts";
import type { ObservedApp } from "../server/observed-app.ts";
import type { FeedSnapshot } from "../wire/index.ts";

/** An engine whose parts a test can hold still or replace. */
export interface TestEngine extends Engine, Pick<ObservedApp, "lateDrops" | "holds" | "violations"> {
  /** The status as it is now, by a tick of its own. */
  look(): FeedSnapshot;
  /** The lane of the key stops taking work (`true`) or goes on (`false`). */
  parkLane(key: Buffer, parked: boolean): void;
}

/**
 * Makes an app for a test: the real engine, with a hook where a test needs to look or to put a fault.
 *
 * @example
 * ```ts
 * const engine = createTestEngine({ applicationId: "a", topology, log }, { dispatched: (record) => seen.push(record) });
 * ```
 */
export function createTestEngine(options: EngineOptions, internals: EngineInternals = {}): TestEngine {
  const engine = new RunningEngine(options, internals);
  return Object.assign(engine, {
    parkLane(key: Buffer, parked: boolean): void {
      const { processing } = engine;
      processing?.lanes.laneOf(key, { partition: 0 }).park(parked);
      processing?.wake();
    },
  });
}
