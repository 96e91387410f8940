import { lateDrop } from "@stoatflow/engine/wire";
import { expect, test } from "vitest";
import { lateDropOf } from "../../../test/fake/entries.ts";
import { numberThatMayBreak, plainSpaces } from "../../../test/plain-spaces.ts";
import { defaultTimePreference } from "../../lib/format/time-preference.ts";
import { timesOf } from "../../lib/format/times.ts";
import { cutNote } from "./cut-note.ts";
import { droppedOtherwise } from "./dropped-otherwise.ts";
import { movedByWords } from "./moved-by.ts";
import { windowLinesOf } from "./window-lines.ts";

const times = timesOf(defaultTimePreference);
const atMs = Date.UTC(2026, 10, 30, 3, 0, 11);
const drop = { ...lateDropOf(1, atMs), bootId: "b1" };
const moved = (cause: "dispatched" | "preview" | "idle" | "removed") => ({
  ...drop,
  movedBy: { topic: "orders", partition: 2, cause, atMs: atMs - 5210 },
  movedByMissing: null,
});

test.each([
  ["dispatched", "one of its records was dispatched"],
  ["preview", "its head was held, so its preview counted"],
  ["idle", "it became idle, so it counted no longer"],
  ["removed", "it was taken away, so it counted no longer"],
] as const)("%s names the partition, the time and the cause", (cause, words) => {
  expect(plainSpaces(movedByWords(moved(cause), times))).toBe(
    `At 03:00:05 UTC orders-2 let the watermark pass the window's close: ${words}.`,
  );
  expect(movedByWords(moved(cause), times)).not.toMatch(numberThatMayBreak);
});

test("where it is not known, why is said", () => {
  const missing = lateDrop.shape.movedByMissing.unwrap().options;
  for (const movedByMissing of missing) {
    expect(movedByWords({ ...drop, movedBy: null, movedByMissing }, times)).toMatch(
      /^What moved the watermark is not known: the watermark .+\.$/,
    );
  }
});

test("what was dropped for another reason is counted by reason, and nothing is said of late ones", () => {
  const none = {
    late: 7,
    nullKey: 0,
    nullValue: 0,
    invalidTimestamp: 0,
    undecodable: 0,
    operatorError: 0,
  };
  expect(droppedOtherwise(none)).toBe("Nothing was dropped for another reason.");
  expect(plainSpaces(droppedOtherwise({ ...none, nullKey: 2, undecodable: 1200 }))).toBe(
    "Dropped for another reason: 2 without a key, 1,200 undecodable.",
  );
});

const hopping = {
  timestampMs: 25_000,
  watermarkMs: 71_000,
  graceMs: 5000,
  window: { startMs: 0, endMs: 60_000 },
  keptWindows: [10_000, 20_000].map((startMs) => ({ startMs, endMs: startMs + 60_000 })),
};

test("the time line has the missed and the kept windows, and shows which of them the watermark had closed", () => {
  const { lines, omitted, fromMs, untilMs } = windowLinesOf(hopping);
  expect(lines.map(({ kind, startMs }) => [kind, startMs])).toEqual([
    ["missed", 0],
    ["kept", 10_000],
    ["kept", 20_000],
  ]);
  for (const { kind, closesAtMs } of lines) expect(closesAtMs <= hopping.watermarkMs).toBe(kind === "missed");
  expect([omitted, fromMs, untilMs]).toEqual([0, 0, 85_000]);
});

test("however many windows there are, the missed one has its line, and the others are counted", () => {
  const keptWindows = Array.from({ length: 100 }, (_, i) => ({ startMs: 10 + i, endMs: 60_010 + i }));
  const { lines, omitted } = windowLinesOf({ ...hopping, keptWindows });
  expect(lines).toHaveLength(6);
  expect(lines.filter(({ kind }) => kind === "missed")).toHaveLength(1);
  expect(omitted).toBe(95);
});

test("of a payload that was cut is said how much is held, of how much, and where the whole is", () => {
  const value = { encoding: "utf8", text: "x".repeat(2048), sizeBytes: 2_516_583, truncated: true } as const;
  const note = cutNote({ ...drop, offset: "9007199254740993" }, value);
  expect(note === undefined ? "" : plainSpaces(note)).toBe(
    "The app kept the first 2 KiB of 2.4 MiB (its setting status.payload-bytes-kept); the whole record is in orders-3 at offset 9,007,199,254,740,993.",
  );
  expect(cutNote(drop, { ...value, text: "" })).toContain("kept none of");
  expect(cutNote(drop, { ...value, truncated: false })).toBeUndefined();
  expect(cutNote(drop, null)).toBeUndefined();
});
