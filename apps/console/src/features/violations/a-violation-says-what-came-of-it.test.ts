import type { LedgerEntry } from "@stoatflow/api";
import { violationClass, violationKind } from "@stoatflow/engine/wire";
import { expect, test } from "vitest";
import { violationOf } from "../../../test/fake/entries.ts";
import { plainSpaces } from "../../../test/plain-spaces.ts";
import { notAcknowledgedWords, waitingWords } from "./acknowledged-words.ts";
import { ledgerGroups, parseRef, refText } from "./ledger.ts";
import { ledgerStanding } from "./ledger-standing.ts";
import { causeWords, distanceWords, effectWords, evidenceWords, kindWords } from "./words.ts";

test("the distance is exact however large the offsets are", () => {
  expect(distanceWords("9007199254740993", "9007199254740100")).toBe("back by 893");
  expect(distanceWords("5", "9223372036854775807")).toBe("ahead by 9,223,372,036,854,775,802");
  expect(distanceWords("7", "7")).toBe("to where it was");
  const told = {
    kind: "commit_offset_regression",
    class: "bug",
    offsetBefore: "1000",
    offsetAfter: "107",
  } as const;
  expect(evidenceWords(told)).toBe("1,000 → 107, back by 893");
});

test("each kind has words of its own, and each class of it a cause and an effect", () => {
  expect(new Set(Object.values(kindWords)).size).toBe(violationKind.options.length);
  for (const kind of violationKind.options) {
    for (const ofClass of violationClass.options) {
      const told = { kind, class: ofClass, offsetBefore: "900", offsetAfter: "7" };
      expect(causeWords(told)).not.toBe("");
      expect(effectWords(told)).not.toBe("");
    }
  }
});

test("a bug asks to be reported and says that results can't be vouched for; what is expected says what is read again", () => {
  const told = { kind: "partition_offset_regression", offsetBefore: "900", offsetAfter: "7" } as const;
  expect(effectWords({ ...told, class: "bug" })).toContain("report");
  expect(effectWords({ ...told, class: "expected" })).toContain("893 offsets are read again");
  expect(causeWords({ ...told, class: "expected" })).not.toBe(causeWords({ ...told, class: "bug" }));
});

const entry = (id: number, acknowledged = false): LedgerEntry => ({
  ...violationOf(id, 1_790_000_000_000),
  bootId: "b-1",
  acknowledgement: acknowledged ? { atMs: 1, actor: "ana", note: "seen" } : null,
});

test("bugs that nobody has looked at come first, then the other bugs, then what is expected, each newest first", () => {
  const groups = ledgerGroups([entry(9), entry(8), entry(6, true), entry(5), entry(3)]);
  expect(groups.map(({ kind, entries }) => [kind, entries.map(({ id }) => id)])).toEqual([
    ["unacknowledged-bugs", ["9", "3"]],
    ["acknowledged-bugs", ["6"]],
    ["expected", ["8", "5"]],
  ]);
  expect(ledgerGroups([])).toEqual([]);
});

test("an address names a violation whatever its run is called", () => {
  expect(parseRef(refText({ bootId: "b-1", id: "17" }))).toEqual({ bootId: "b-1", id: "17" });
  expect(parseRef("17")).toBeUndefined();
  expect(parseRef("b-x")).toBeUndefined();
});

test("who was faster is named, and what is not known any more is counted", () => {
  const acknowledgement = { atMs: 1, actor: "ben", note: "known" };
  const ref = { bootId: "b", id: "1" };
  expect(notAcknowledgedWords([{ ...ref, kind: "acknowledged", acknowledgement }])).toBeUndefined();
  const words = notAcknowledgedWords([
    { ...ref, kind: "already-acknowledged", acknowledgement },
    { ...ref, kind: "unknown" },
  ]);
  expect(plainSpaces(words ?? "")).toBe(
    "ben was faster: that acknowledgement stands; 1 violation not known any more; look at the ledger again.",
  );
});

test("how many bugs wait is said, also of those whose entries are gone", () => {
  const bugs = { appId: "a", unacknowledged: 2, isMore: false, notHeld: 3 };
  expect(plainSpaces(waitingWords(bugs))).toBe(
    "2 bugs wait for somebody to look at them. The app has counted 3 more bugs of which no entry is held any more.",
  );
  expect(waitingWords({ ...bugs, unacknowledged: 0, notHeld: null })).toBe(
    "No bug waits for somebody to look at it.",
  );
});

const none = { items: [], total: 0, retained: 0, freshness: { kind: "current" } } as const;
const failed = { kind: "failed", sinceMs: 1, reason: "no answer" } as const;

test("that there was none is said only where that is known", () => {
  expect(ledgerStanding(none, undefined).nothing).toBe("None since its start.");
  expect(ledgerStanding(none, "no way").nothing).toBeUndefined();
  expect(ledgerStanding({ ...none, freshness: failed }, undefined)).toMatchObject({
    fault: "no answer",
    nothing: undefined,
  });
  expect(ledgerStanding({ ...none, total: null }, undefined).nothing).toBeUndefined();
});

test("an empty page says how many were counted of which none is held, or that others are on other pages", () => {
  for (const freshness of [failed, none.freshness]) {
    const { nothing } = ledgerStanding({ ...none, total: 3, freshness }, undefined);
    expect(nothing).toBe("3 counted since its start, none held.");
  }
  expect(ledgerStanding({ ...none, total: 3, retained: 3 }, undefined).nothing).toBe("None on this page.");
});

test("a page says how many of those that are held it has, and how many were counted", () => {
  const page = { ...none, items: [entry(3)], total: 12, retained: 7 };
  expect(ledgerStanding(page, undefined).words).toBe("1 of 7 held, 12 since its start");
});
