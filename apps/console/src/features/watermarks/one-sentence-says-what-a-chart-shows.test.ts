import { expect, test } from "vitest";
import { plainSpaces } from "../../../test/plain-spaces.ts";
import { defaultTimes } from "../../lib/format/times.ts";
import { type ChartFrame, emptyFrame } from "./chart-frame.ts";
import { type ChartView, drawnFrame } from "./chart-view.ts";
import { summarySentence } from "./summary-sentence.ts";

const startMs = Date.UTC(2026, 10, 30, 13, 40);
const span = { fromMs: startMs, toMs: startMs + 60_000 };
const atMs = [0, 20_000, 40_000, 60_000].map((each) => startMs + each);

const frame: ChartFrame = {
  ...emptyFrame,
  atMs,
  globalMs: [startMs - 1000, startMs + 8000, null, startMs + 58_000],
  globalGapMs: [1000, 12_000, null, 2000],
  lines: [
    { name: "orders-0", watermarksMs: [startMs - 1000, startMs + 8000, null, startMs + 58_000] },
    { name: "orders-1", watermarksMs: [startMs, startMs + 15_000, null, startMs + 59_500] },
  ],
};

const said = (of: ChartFrame, view: ChartView, idle: readonly string[] = []) =>
  plainSpaces(summarySentence(of, drawnFrame(of, view), new Set(idle), span, defaultTimes));

test("the sentence of gap and plane has the worst moment and the last", () => {
  const words =
    "From 13:40:00 UTC to 13:41:00 UTC the global watermark was 12 s behind at most, at 13:40:20 UTC, and 2.0 s behind at the end, at event time 13:40:58 UTC.";
  expect(said(frame, "gap")).toBe(words);
  expect(said(frame, "plane")).toBe(words);
});

test("the sentence of the skew has how far apart partitions were", () => {
  expect(said(frame, "skew")).toBe(
    "From 13:40:00 UTC to 13:41:00 UTC 2 partitions were 7.0 s apart at most and 1.5 s at the end: orders-1 1.5 s ahead of the global watermark.",
  );
});

test("who is idle counts for nobody, and so not for the skew", () => {
  expect(said(frame, "skew", ["orders-1"])).toMatch(/ the one partition, idle ones aside, was 0 ms apart/);
});

test("the sentence owns up to the time of which nothing is known, within the span", () => {
  const silences = [
    { fromMs: startMs - 5000, untilMs: startMs + 5000, why: "silent" as const },
    { fromMs: startMs + 30_000, untilMs: startMs + 45_000, why: "restart" as const },
  ];
  expect(said({ ...frame, silences }, "gap")).toMatch(/; of 20 s nothing is known\.$/);
});

test("where there is no watermark the sentence says so", () => {
  expect(said(emptyFrame, "gap")).toMatch(/there was no global watermark\.$/);
  expect(said(emptyFrame, "skew")).toMatch(/no partition had a watermark\.$/);
});

test("a moment beyond an end of the span, which only leads a line to the edge, is not of the sentence", () => {
  const inner = { fromMs: startMs + 500, toMs: startMs + 30_000 };
  const worstBefore = { ...frame, globalGapMs: [90_000, 12_000, null, 95_000] };
  const words = summarySentence(worstBefore, drawnFrame(frame, "gap"), new Set(), inner, defaultTimes);
  expect(plainSpaces(words)).toMatch(/ 12 s behind at most, at 13:40:20 UTC, and 12 s behind at the end/);
  const skew = summarySentence(frame, drawnFrame(frame, "skew"), new Set(), inner, defaultTimes);
  expect(plainSpaces(skew)).toMatch(/ 7\.0 s apart at most and 7\.0 s at the end/);
});

test("a span between two ticks has no tick, which is not to have no watermark", () => {
  const between = { fromMs: startMs + 2000, toMs: startMs + 4000 };
  const words = summarySentence(frame, drawnFrame(frame, "gap"), new Set(), between, defaultTimes);
  expect(words).toMatch(/no tick came\.$/);
});
