import { expect, test } from "vitest";
import type { Annotation } from "./annotations.ts";
import { type ChartFrame, emptyFrame } from "./chart-frame.ts";
import { type ChartView, drawnFrame } from "./chart-view.ts";
import { legendEntries } from "./legend-entries.ts";
import { drawOrder, lineStyles, type Marked } from "./line-styles.ts";
import { planeMarks } from "./plane-marks.ts";

const names = ["a", "b", "c", "d", "e", "f"];
const frame: ChartFrame = {
  ...emptyFrame,
  atMs: [10_000, 20_000],
  globalMs: [9000, 19_000],
  globalGapMs: [1000, 1000],
  lines: names.map((name) => ({ name, watermarksMs: [9000, 19_000] })),
};
const scale = { span: { fromMs: 10_000, toMs: 20_000 }, lowMs: -1_000_000, highMs: 1_000_000 };
const marked = (changes: { held?: string[]; idle?: string[]; heldBackBy?: string } = {}): Marked => ({
  heldBackBy: changes.heldBackBy,
  held: new Set(changes.held),
  idle: new Set(changes.idle),
});
const annotation = (kind: Annotation["kind"], previewMs: number | null = null): Annotation => ({
  kind,
  fromMs: 15_000,
  untilMs: kind === "hold" ? null : 15_000,
  partition: "a",
  label: kind,
  previewMs,
});

function listed(view: ChartView, of: Marked, annotations: readonly Annotation[] = [], from = frame) {
  const drawn = drawnFrame(from, view);
  return legendEntries(from, drawn, scale, of, planeMarks(annotations, from, drawn, scale));
}
const words = (...of: Parameters<typeof listed>): readonly string[] => listed(...of).map(({ word }) => word);

test("without a hold, a seek-back or an idle partition none of them is listed", () => {
  expect(words("plane", marked())).toEqual(["global watermark", "6 partitions", "now"]);
  expect(words("gap", marked({ heldBackBy: "b" }))).toEqual([
    "global watermark",
    "b holds it back",
    "5 other partitions",
  ]);
});

test("of the plane each mark that is drawn is explained, and a preview only where a hold has one", () => {
  const marksOf = (...annotations: readonly Annotation[]) =>
    words("plane", marked(), annotations).slice(words("plane", marked()).length);
  expect(marksOf(annotation("hold"))).toEqual(["a head held"]);
  expect(marksOf(annotation("hold", 90_000))).toEqual(["a head held", "its preview"]);
  expect(marksOf(annotation("violation"), annotation("seek-back"))).toEqual(["seek-back", "violation"]);
  expect(marksOf({ ...annotation("seek-back"), fromMs: 1, untilMs: 1 })).toEqual([]);
  expect(words("gap", marked(), [annotation("seek-back")])).toEqual(words("gap", marked()));
});

test("no two entries have the same stroke: held partitions share one, and now is not an idle line", () => {
  const entries = listed("plane", marked({ held: ["a", "b", "c"], idle: ["d"], heldBackBy: "e" }));
  expect(entries.map(({ word }) => word)).toEqual([
    "global watermark",
    "e holds it back",
    "a, b and 1 more held",
    "1 idle, not counted",
    "1 other partition",
    "now",
  ]);
  const looks = entries.flatMap((entry) => (entry.kind === "stroke" ? [entry.style] : []));
  const different = new Set(looks.map(({ colour, width, dash }) => `${colour} ${width} ${dash.join(" ")}`));
  expect(different.size).toBe(entries.length);
});

test("who has no value on the chart is not listed among its lines", () => {
  const lines = frame.lines.map((line, place) =>
    place < 4 ? { ...line, watermarksMs: [null, 9_000_000] } : line,
  );
  expect(words("gap", marked({ held: ["a"] }), [], { ...frame, lines })).toEqual([
    "global watermark",
    "2 partitions",
  ]);
});

test("the line of who holds event time back is drawn over all others, the global one over plain ones", () => {
  const styles = lineStyles(names, marked({ held: ["c", "f"], idle: ["d"], heldBackBy: "b" }));
  expect(drawOrder(styles).map((line) => (line === undefined ? "global" : names[line]))).toEqual([
    "a",
    "d",
    "e",
    "global",
    "c",
    "f",
    "b",
  ]);
});
