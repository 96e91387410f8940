import { expect, test } from "vitest";
import { plainSpaces } from "../../../test/plain-spaces.ts";
import { defaultTimes } from "../../lib/format/times.ts";
import { type ChartFrame, emptyFrame } from "./chart-frame.ts";
import { drawnFrame } from "./chart-view.ts";
import { spokenReadout } from "./readout.tsx";
import { summarySentence } from "./summary-sentence.ts";
import { axisWord, distanceWord } from "./value-words.ts";

const atMs = Date.UTC(2026, 10, 30, 20, 46, 35);
const globalMs = atMs - 49_000;
const frame: ChartFrame = {
  ...emptyFrame,
  atMs: [atMs],
  globalMs: [globalMs],
  globalGapMs: [49_000],
  lines: [
    { name: "stuck", watermarksMs: [globalMs - 36_000] },
    { name: "holder", watermarksMs: [globalMs] },
    { name: "future", watermarksMs: [globalMs + 7_200_000] },
  ],
};

test("a partition that is ahead of the global watermark stands above zero, one that is behind below", () => {
  expect(drawnFrame(frame, "skew").lines).toEqual([[-36_000], [0], [7_200_000]]);
});

test("the axis and the table call what is above zero ahead, and what is below behind", () => {
  const axis = [15_000, 0, -15_000, -90_000].map((value) => plainSpaces(axisWord("skew", value)));
  expect(axis).toEqual(["15 s ahead", "0", "15 s behind", "1.5 min behind"]);
  const cells = [15_000, 0, -36_000].map((value) => plainSpaces(distanceWord("skew", value)));
  expect(cells).toEqual(["15 s ahead", "0", "36 s behind"]);
});

test("in the gaps it is the other way round: above zero is behind, which goes without a word", () => {
  const words = [axisWord("gap", 15_000), axisWord("gap", -15_000), distanceWord("gap", -15_000)];
  expect(words.map(plainSpaces)).toEqual(["15 s", "15 s ahead", "15 s ahead"]);
});

test("sentence and readout of the skew say the same of the same partitions", () => {
  const span = { fromMs: atMs - 60_000, toMs: atMs };
  expect(plainSpaces(summarySentence(frame, drawnFrame(frame, "skew"), new Set(), span, defaultTimes))).toBe(
    "From 20:45:35 UTC to 20:46:35 UTC 3 partitions were 2 h 00 min apart at most and 2 h 00 min at the end: future 2 h 00 min ahead of the global watermark and stuck 36 s behind it.",
  );
  expect(plainSpaces(spokenReadout(frame, "skew", 0, defaultTimes))).toBe(
    "20:46:35 UTC: future is furthest ahead of the global watermark, by 2 h 00 min; stuck is furthest behind it, by 36 s",
  );
  expect(plainSpaces(spokenReadout(frame, "gap", 0, defaultTimes))).toBe(
    "20:46:35 UTC: global watermark 49 s behind; furthest behind is stuck, by 1 min 25 s",
  );
});
