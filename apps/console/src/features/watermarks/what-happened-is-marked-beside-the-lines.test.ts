import type { LedgerEntry, LifecycleChange } from "@stoatflow/api";
import fc from "fast-check";
import { expect, test } from "vitest";
import { plainSpaces } from "../../../test/plain-spaces.ts";
import {
  type Annotation,
  annotationKinds,
  holdAnnotation,
  leaderAnnotation,
  lifecycleAnnotations,
  violationAnnotation,
} from "./annotations.ts";
import { labelWidth, markPixels, placeAnnotations, wordsOfMark } from "./place-annotations.ts";
import { plotScale } from "./plot-scale.ts";

const violation = (changes: Partial<LedgerEntry>): LedgerEntry => ({
  id: "1",
  bootId: "b1",
  topic: "orders",
  partition: 3,
  kind: "partition_offset_regression",
  class: "expected",
  atMs: 5000,
  epoch: 7,
  offsetBefore: "9007199254740993",
  offsetAfter: "9007199254740100",
  acknowledgement: null,
  ...changes,
});

const change = (atMs: number, kind: "running" | "paused", isRestart = false): LifecycleChange => ({
  atMs,
  bootId: "b1",
  from: null,
  to: kind === "paused" ? { kind, sinceMs: atMs } : { kind },
  isRestart,
  by: kind === "paused" ? { kind, atMs, actor: "ana", reason: "schema change" } : null,
});

const labels = (annotations: readonly Annotation[]) => annotations.map(({ label }) => plainSpaces(label));

test("an offset that went back for a reason is a seek-back with its exact distance; all else is a violation", () => {
  const [seekBack, bug] = [
    violationAnnotation(violation({})),
    violationAnnotation(violation({ class: "bug" })),
  ];
  expect([seekBack.kind, bug.kind]).toEqual(["seek-back", "violation"]);
  expect(labels([seekBack, bug])).toEqual([
    "orders-3: seek-back by 893",
    "orders-3: a bug, partition offset regression",
  ]);
});

test("a pause lasts from when it was complete until the app was anything else, by whom it was", () => {
  const changes = [change(1000, "running"), change(2000, "paused"), change(62_000, "running")];
  expect(lifecycleAnnotations(changes)).toMatchObject([{ kind: "pause", fromMs: 2000, untilMs: 62_000 }]);
  expect(labels(lifecycleAnnotations(changes))).toEqual(["paused by ana for 1 min 00 s"]);
});

test("a pause that lasts has no end, and a restart ends one", () => {
  expect(lifecycleAnnotations([change(2000, "paused")])).toMatchObject([{ kind: "pause", untilMs: null }]);
  const restarted = lifecycleAnnotations([change(2000, "paused"), change(5000, "running", true)]);
  expect(restarted.map(({ kind, untilMs }) => [kind, untilMs])).toEqual([
    ["pause", 5000],
    ["restart", 5000],
  ]);
});

test("a hold says how long it took, or that it lasts", () => {
  const hold = { partition: "orders-1", fromMs: 1000, untilMs: 13_000, previewMs: 9_000_000 };
  expect(labels([holdAnnotation(hold), holdAnnotation({ ...hold, untilMs: null })])).toEqual([
    "orders-1: head held for 12 s",
    "orders-1: head held, still",
  ]);
});

test("a new leader epoch stands at the time at which it was read, on its partition", () => {
  const changed = leaderAnnotation({
    id: "1",
    bootId: "b1",
    topic: "orders",
    partition: 3,
    fromEpoch: 4,
    toEpoch: 5,
    atOffset: "1204",
    readAtMs: 5000,
  });
  expect(changed).toMatchObject({
    kind: "leader-change",
    fromMs: 5000,
    untilMs: 5000,
    partition: "orders-3",
  });
  expect(labels([changed])).toEqual(["orders-3: new leader epoch (4 to 5), read at offset 1,204"]);
});

const scale = plotScale({ lowMs: 0, highMs: 1000 }, "gap", { fromMs: 0, toMs: 600_000 }, 600, 200);
const restart = (fromMs: number, untilMs: number | null = fromMs): Annotation => ({
  kind: "restart",
  fromMs,
  untilMs,
  partition: undefined,
  label: `at ${fromMs}`,
  previewMs: null,
});

test("marks that can't be told apart are one, which says how many", () => {
  const rows = placeAnnotations(
    [restart(1000), restart(2000), restart(3000), restart(4000), restart(300_000)],
    scale,
  );
  const marks = rows.get("restart") ?? [];
  expect(marks.map(({ left, of }) => [left, of.length])).toEqual([
    [1, 4],
    [300, 1],
  ]);
  expect(marks[0] && wordsOfMark(marks[0])).toBe("at 1000; at 2000; at 3000; 1 more");
});

test("what lasts goes on to the right edge, and what lies outside of the span has no mark", () => {
  const marks = placeAnnotations([restart(-5000, null), restart(-9000), restart(700_000)], scale).get(
    "restart",
  );
  expect(marks?.map(({ left, right }) => [left, right])).toEqual([[0, 600]]);
});

test("the count of a mark has room of its own: what would be under it is counted as well", () => {
  const near = Array.from({ length: 12 }, (_, each) => restart(100_000 + each * 1000));
  const [alone, next] = [restart(300_000), restart(300_000 + markPixels * 1000)];
  const underTheCount = restart(100_000 + (markPixels + 12) * 1000);
  const marks = placeAnnotations([...near, underTheCount, alone, next], scale).get("restart") ?? [];
  expect(marks.map(({ left, of }) => [left, of.length])).toEqual([
    [100, 13],
    [300, 1],
    [314, 1],
  ]);
});

test("at the right edge a mark moves to the left as far as its count needs", () => {
  const marks = placeAnnotations([restart(599_000), restart(600_000)], scale).get("restart") ?? [];
  expect(marks.map((mark) => [mark.left + labelWidth(mark), mark.of.length])).toEqual([[600, 2]]);
});

test("no two marks of a row touch, all are within the plot, and no annotation of the span is lost", () => {
  const annotation = fc
    .tuple(fc.constantFrom(...annotationKinds), fc.integer({ min: -100_000, max: 700_000 }), fc.nat(200_000))
    .map(([kind, fromMs, lengthMs]): Annotation => ({ ...restart(fromMs, fromMs + lengthMs), kind }));
  fc.assert(
    fc.property(fc.array(annotation, { maxLength: 60 }), (annotations) => {
      const rows = placeAnnotations(annotations, scale);
      let placed = 0;
      for (const row of rows.values()) {
        for (const [place, mark] of row.entries()) {
          placed += mark.of.length;
          expect(mark.left).toBeGreaterThanOrEqual(0);
          expect(mark.right).toBeLessThanOrEqual(scale.width);
          expect(mark.left + labelWidth(mark)).toBeLessThanOrEqual(scale.width);
          const next = row[place + 1];
          if (next !== undefined) expect(next.left).toBeGreaterThanOrEqual(mark.left + labelWidth(mark));
        }
      }
      const inSpan = annotations.filter(({ fromMs, untilMs }) => (untilMs ?? 0) >= 0 && fromMs <= 600_000);
      expect(placed).toBe(inSpan.length);
    }),
  );
});
