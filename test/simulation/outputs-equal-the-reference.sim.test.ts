import { describe, expect, it } from "vitest";
import { simulate } from "./simulate.ts";

/** The slice that is run each time; `npm run simulation -- --runs N --seed S` runs others. */
const runsEach = 50;

describe("for random worlds with crashes, lost answers, cut logs, pauses, slow calls, aligned sources and new partitions", () => {
  it.each([1, 51, 101, 151])(
    "the invariants hold, and what comes out is what the reference gives: runs from seed %i on",
    async (first) => {
      const seen = { records: 0, lateDrops: 0, previews: 0, seekBacks: 0, alignedLooks: 0, deadLetters: 0 };
      for (let seed = first; seed < first + runsEach; seed += 1) {
        const result = await simulate(seed);
        expect(result.faults, `npm run simulation -- --runs 1 --seed ${seed}`).toEqual([]);
        for (const of of Object.keys(seen) as (keyof typeof seen)[]) seen[of] += result[of];
      }
      // A slice that processes nothing, drops nothing as late, holds no head, is never set back, keeps nobody in pace
      // or puts nothing aside would prove nothing.
      expect(seen.records).toBeGreaterThan(1000);
      expect(seen.lateDrops).toBeGreaterThan(100);
      expect(seen.previews).toBeGreaterThan(0);
      expect(seen.seekBacks).toBeGreaterThan(0);
      expect(seen.alignedLooks).toBeGreaterThan(0);
      expect(seen.deadLetters).toBeGreaterThan(0);
    },
  );
});
