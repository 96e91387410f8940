import { describe, expect, it } from "vitest";
import { simulate } from "./simulate.ts";

/** The slice that is run each time; `npm run simulation -- --runs N --seed S` runs others. */
const runsEach = 50;

describe("for random worlds with crashes, lost answers, cut logs, pauses and new partitions", () => {
  it.each([1, 51, 101, 151])(
    "what comes out is what the reference gives: runs from seed %i on",
    async (first) => {
      const seen = { records: 0, lateDrops: 0 };
      for (let seed = first; seed < first + runsEach; seed += 1) {
        const { faults, records, lateDrops } = await simulate(seed);
        expect(faults, `npm run simulation -- --runs 1 --seed ${seed}`).toEqual([]);
        seen.records += records;
        seen.lateDrops += lateDrops;
      }
      // A slice that processes nothing, or never drops a late record, would prove nothing.
      expect(seen.records).toBeGreaterThan(1000);
      expect(seen.lateDrops).toBeGreaterThan(100);
    },
  );
});
