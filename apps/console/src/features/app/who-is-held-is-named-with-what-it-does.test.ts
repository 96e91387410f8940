import type { FeedSnapshot, PartitionWatermark } from "@stoatflow/engine/wire";
import { expect, test } from "vitest";
import { FakeEngine } from "../../../test/fake-engine.ts";
import { numberThatMayBreak, plainSpaces } from "../../../test/plain-spaces.ts";
import { defaultTimes } from "../../lib/format/times.ts";
import { vitalsOf } from "./vitals.ts";

const atMs = Date.UTC(2026, 10, 30, 3, 0, 11);

function heldVital(...changes: readonly Partial<PartitionWatermark>[]) {
  const told = new FakeEngine({ app: "orders", partitions: 3, isWell: true }).tick(atMs);
  const partitions = told.watermarks.partitions.map((row, place) => ({ ...row, ...changes[place] }));
  const snapshot: FeedSnapshot = { ...told, watermarks: { ...told.watermarks, partitions } };
  const vital = vitalsOf(snapshot, false, defaultTimes)[2];
  if (vital === undefined) throw new Error("no vital of held partitions");
  expect(vital.note).not.toMatch(numberThatMayBreak);
  return { ...vital, note: plainSpaces(vital.note) };
}

const held = (forMs: number, previewWatermarkMs: number | null = atMs + 7_199_000) => ({
  state: "held" as const,
  headHeldSinceMs: atMs - forMs,
  previewWatermarkMs,
});

test("where no head is held nothing is said of the future", () => {
  const { figure, note, hue } = heldVital();
  expect([figure.value, note, hue]).toEqual([0, "no head is held", undefined]);
});

test("one that is held is named, with since when, and that event time does not wait for it", () => {
  const { figure, note } = heldVital({}, held(4200));
  expect(figure.value).toBe(1);
  expect(note).toBe("orders-1 since 03:00:06 UTC; event time does not wait for it");
  expect(plainSpaces(figure.shown.title)).toBe(
    "1 partition · the longest for 4.2 s, since 2026-11-30T03:00:06.800Z",
  );
});

test("of several the one held longest is named", () => {
  expect(heldVital(held(4200), {}, held(9300)).note).toBe(
    "longest orders-2 since 03:00:01 UTC; event time does not wait for it",
  );
});

test("a head without a preview holds event time, and that is said", () => {
  expect(heldVital(held(4200, null)).note).toBe(
    "orders-0 since 03:00:06 UTC; it has no preview, so event time waits for it",
  );
});

test("a watermark ahead of the clock says so in the label of its number, never by a sign", () => {
  const told = new FakeEngine({ app: "orders", partitions: 3, isWell: true }).tick(atMs);
  const gap = (globalWatermarkMs: number) => {
    const [vital] = vitalsOf(
      { ...told, watermarks: { ...told.watermarks, globalWatermarkMs } },
      false,
      defaultTimes,
    );
    return [vital?.label, plainSpaces(vital?.figure.shown.text ?? "")];
  };
  expect(gap(atMs + 7_199_000)).toEqual(["Ahead of now", "1 h 59 min"]);
  expect(gap(atMs - 1200)).toEqual(["Gap to now", "1.2 s"]);
});
