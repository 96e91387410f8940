import { gracesMax } from "@stoatflow/api/wire";
import { expect, test } from "vitest";
import { plainSpaces } from "../../../test/plain-spaces.ts";
import { askedGraces, needsMoreGraces } from "./figures-view.tsx";
import { graceStepsMs, type Kept, proposedStep, shareWords, usefulSteps } from "./grace-steps.ts";
import { graceWords } from "./grace-words.ts";

const keptOf = (graceMs: number, kept: number, of = 1000): Kept => ({
  graceMs,
  kept,
  of,
  percent: of === 0 ? null : (kept * 100) / of,
});

test("all steps of the slider are asked for with two questions, and a grace that is none of them beside them", () => {
  for (const chosenMs of [null, 45_000, 42_000]) {
    const [shorter, longer] = askedGraces(chosenMs);
    expect(shorter.length).toBeLessThanOrEqual(gracesMax);
    expect(longer.length).toBeLessThanOrEqual(gracesMax);
    expect(new Set([...shorter, ...longer])).toEqual(
      new Set(chosenMs === null ? graceStepsMs : [...graceStepsMs, chosenMs]),
    );
  }
  expect(askedGraces(-1).flat()).not.toContain(-1);
  expect([...graceStepsMs].sort((a, b) => a - b)).toEqual(graceStepsMs);
});

test("the longer graces are asked for only where they say more than the shorter ones", () => {
  const [shorter] = askedGraces(null);
  const grace = (kept: number) => ({ grace: { kept: [keptOf(0, 0), keptOf(1_200_000, kept)], needed: [] } });
  expect(needsMoreGraces(grace(1000), shorter, null)).toBe(false);
  expect(needsMoreGraces(grace(1000), shorter, 45_000)).toBe(false);
  expect(needsMoreGraces(grace(1000), shorter, 42_000)).toBe(true);
  expect(needsMoreGraces(grace(999), shorter, null)).toBe(true);
});

test("the slider ends where all would have been kept, and begins where nine of ten would", () => {
  const kept = [keptOf(0, 0), keptOf(1000, 899), keptOf(2000, 900), keptOf(5000, 1000), keptOf(9000, 1000)];
  expect(usefulSteps(kept).map(({ graceMs }) => graceMs)).toEqual([0, 1000, 2000, 5000]);
  expect(proposedStep(usefulSteps(kept))?.graceMs).toBe(2000);
  expect(usefulSteps(kept.slice(0, 3))).toHaveLength(3);
  expect(proposedStep([keptOf(0, 0), keptOf(1000, 10)])?.graceMs).toBe(1000);
  expect(proposedStep([])).toBeUndefined();
});

test.each([
  [999, 1000, "99 %"],
  [1000, 1000, "100 %"],
  [1, 1000, "less than 1 %"],
  [0, 1000, "0 %"],
  [10, 1000, "1 %"],
  [0, 0, "0 %"],
])("%d of %d are %s: a share is never rounded up to all, nor down to none", (kept, of, words) => {
  expect(plainSpaces(shareWords({ kept, of }))).toBe(words);
});

const words = (chosen: Kept, nowMs: readonly number[]) => plainSpaces(graceWords(chosen, nowMs));

test("what a grace would have kept is told with what it costs", () => {
  expect(words(keptOf(45_000, 820), [10_000])).toBe(
    "With a grace of 45 s, 82 % of these would have been kept (820 of 1,000); it is 10 s now, so results would come 35 s later.",
  );
  expect(words(keptOf(0, 0), [10_000])).toBe(
    "With a grace of 0 ms, 0 % of these would have been kept (0 of 1,000); it is 10 s now.",
  );
  expect(words(keptOf(45_000, 820), [0, 10_000])).toBe(
    "With a grace of 45 s, 82 % of these would have been kept (820 of 1,000); it is 0 ms to 10 s now, by operator.",
  );
  expect(words(keptOf(45_000, 820), [])).toMatch(/of 1,000\)\.$/);
});
