import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { partitionOf } from "../testing/bodies.ts";
import { silent } from "../testing/collecting.ts";
import { recordedFromMs, recordedHistory } from "../testing/recorded-history.ts";
import { defaultHistoryLimits, type HistoryLimits } from "./tiers.ts";
import { Upkeep } from "./upkeep.ts";

const apps = ["a", "b", "c"];
const seconds = 180;

/** All bytes of the finest grain are too many, and what is given up must be in the next grain first. */
const narrow: HistoryLimits = {
  ...defaultHistoryLimits,
  tiers: { ...defaultHistoryLimits.tiers, "1s": { keepMs: 3_600_000, share: 1e-9 } },
};

test.each([defaultHistoryLimits, narrow])(
  "whatever was not done is done after the next start, and no tick is lost",
  async (limits) => {
    await using recorded = await recordedHistory();
    for (let second = 0; second < seconds; second += 1) {
      for (const app of apps)
        recorded.tick([partitionOf(0)], { bootId: second < 90 ? "boot1" : "boot2" }, app);
      recorded.clock.advance(1000);
    }
    await recorded.history.stop();
    recorded.clock.advance(120_000);
    const { database, clock } = recorded;
    let turns = 0;
    for (let isWhole = false; !isWhole; turns += 1) {
      const upkeep = new Upkeep({ database, clock, logger: silent, limits });
      upkeep.due(0);
      const whole = upkeep.settled().then(() => true);
      // Each time it gets further by a turn of the loop before it is stopped.
      for (let turn = 0; turn < turns; turn += 1) await setImmediate();
      isWhole = await Promise.race([whole, setImmediate(false)]);
      await upkeep.stop();
      for (const appId of apps) {
        const { steps } = await recorded.reader.past.commits({
          appId,
          fromMs: recordedFromMs,
          toMs: recordedFromMs + seconds * 1000,
          maxPoints: 15,
        });
        expect(steps.reduce((sum, { ticks }) => sum + ticks, 0)).toBe(seconds);
      }
    }
    expect(turns).toBeGreaterThan(2);
  },
);
