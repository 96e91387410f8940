import { lateDrop } from "@stoatflow/engine/wire";
import { expect, test } from "vitest";
import { lateDropOf } from "../../../test/fake/entries.ts";
import { numberThatMayBreak, plainSpaces } from "../../../test/plain-spaces.ts";
import { droppedOtherwise } from "./dropped-otherwise.ts";
import { movedByWords } from "./moved-by.ts";

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
  expect(plainSpaces(movedByWords(moved(cause)))).toBe(
    `At 03:00:05.790 UTC orders-2 let the watermark pass the window's close: ${words}.`,
  );
  expect(movedByWords(moved(cause))).not.toMatch(numberThatMayBreak);
});

test("where it is not known, why is said", () => {
  const missing = lateDrop.shape.movedByMissing.unwrap().options;
  for (const movedByMissing of missing) {
    expect(movedByWords({ ...drop, movedBy: null, movedByMissing })).toMatch(
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
