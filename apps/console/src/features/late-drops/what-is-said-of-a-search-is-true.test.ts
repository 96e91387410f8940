import { type LateDropFigures, parseExportRequest } from "@stoatflow/api";
import { expect, test } from "vitest";
import { lateDropOf } from "../../../test/fake/entries.ts";
import { plainSpaces } from "../../../test/plain-spaces.ts";
import { lateDropsSearchParams } from "../../app/apps/[id]/late-drops/search-params.ts";
import { defaultTimePreference } from "../../lib/format/time-preference.ts";
import { timesOf } from "../../lib/format/times.ts";
import type { DropTail } from "./drop-tail.ts";
import { exportQuery } from "./export-address.ts";
import { faultPlace } from "./fault-place.ts";
import { filterOf, isFiltering, noFilter } from "./filter.ts";
import { phaseOf } from "./phase.ts";
import { notEvaluatedWords, showingWords, summaryLine } from "./summary.ts";

const rows = [{ ...lateDropOf(1, 0), bootId: "b" }];
const standing = {
  total: 37,
  retained: 37,
  olderThanRetained: false,
  looked: 37,
  freshness: { kind: "current" },
} as const;
const all = { kind: "all" } as const;
const none: DropTail = { rows: [], end: all, standing };
const search = {
  isOfBefore: false,
  isWrong: false,
  error: undefined,
  from: "collector",
  isFiltered: true,
} as const;

test("a search says how far it is, and that there is nothing only once that is known", () => {
  expect(phaseOf({ ...search, tail: undefined })).toEqual({ kind: "searching" });
  // The rows of another question stand there until the answer is here, and are not called the answer.
  expect(phaseOf({ ...search, tail: { ...none, rows }, isOfBefore: true })).toEqual({ kind: "searching" });
  expect(phaseOf({ ...search, tail: none, isWrong: true })).toEqual({
    kind: "error",
    words: "Nothing is looked for: the filter is not right; what is wrong is marked in it.",
  });
  const fetching = { ...none, standing: { ...standing, freshness: { kind: "fetching" } } } as const;
  expect(phaseOf({ ...search, tail: fetching })).toMatchObject({ kind: "partial", why: "on-their-way" });
  const failed = { kind: "failed", sinceMs: 0, reason: "no answer within 2 s" } as const;
  expect(phaseOf({ ...search, tail: { ...none, standing: { ...standing, freshness: failed } } })).toEqual({
    kind: "partial",
    why: "newest-failed",
    words: "The newest can't be had (no answer within 2 s); the console asks again at the next tick.",
  });
  const looking = { ...none, end: { kind: "more", before: "c" } } as const;
  expect(phaseOf({ ...search, tail: looking })).toEqual({
    kind: "partial",
    why: "looked-so-far",
    words: "None of the 37 looked at so far match; there are older ones.",
  });
  expect(phaseOf({ ...search, tail: undefined, error: "no app" })).toMatchObject({ kind: "error" });
});

test.each([
  [{ total: 0, retained: 0 }, false, "Nothing was dropped as late since the app started."],
  [{ total: null, retained: 0 }, false, "The app has told nothing of late drops yet."],
  [
    { total: 37, retained: 0 },
    false,
    "The app counted 37 late drops since it started; none of them is held in memory.",
  ],
  [{}, true, "None of the 37 late drops held in memory match."],
  [
    { olderThanRetained: true },
    true,
    "None of the 37 late drops held in memory match. Older ones are no longer held in memory.",
  ],
])("an empty list of %j says why", (of, isFiltered, words) => {
  const phase = phaseOf({ ...search, isFiltered, tail: { ...none, standing: { ...standing, ...of } } });
  expect(phase.kind === "done" && plainSpaces(phase.words)).toBe(words);
});

test("the end of a list says whether older ones are held", () => {
  const end = (tail: Partial<DropTail>, from: "collector" | "history" = "collector") => {
    const phase = phaseOf({ ...search, from, tail: { rows, end: all, standing, ...tail } });
    return phase.kind === "done" ? phase.words : phase.kind;
  };
  expect(end({})).toBe("No older ones.");
  expect(end({}, "history")).toBe("No older ones were written down.");
  expect(end({ standing: { ...standing, olderThanRetained: true } })).toBe(
    "Older ones are no longer held in memory.",
  );
  expect(end({ end: { kind: "full" } })).toContain("The list ends at 1,000 rows");
  expect(end({ end: { kind: "more", before: "c" } })).toBe("");
});

const figures: LateDropFigures = {
  population: {
    unit: "record × window",
    from: "collector",
    held: 1000,
    heldOfRun: 1000,
    totalOfRun: 84_312,
    totalSinceMs: Date.UTC(2026, 10, 30, 13, 40, 12),
    oldestHeldAtMs: 0,
    newestHeldAtMs: 0,
    olderThanHeld: true,
    freshness: { kind: "current" },
  },
  matching: 1000,
  notEvaluated: { count: 0, first: null },
  lateness: {
    kind: "known",
    minMs: 1,
    maxMs: 11_400_000,
    method: "nearest-rank",
    quantiles: [{ percent: 50, latenessMs: 12_000 }],
    histogram: [],
  },
  grace: { kept: [], needed: [] },
  operators: [
    { operator: "per-minute", matching: 820, graceMs: [] },
    { operator: "join\u202e", matching: 180, graceMs: [] },
  ],
  omittedOperators: 0,
};
const nowMs = Date.UTC(2026, 10, 30, 13, 44, 14);
const times = timesOf(defaultTimePreference);
const line = (of: Partial<LateDropFigures>, isFiltered = false) =>
  plainSpaces(summaryLine({ ...figures, ...of }, nowMs, times, isFiltered));

test("the line above sums up how many, since when, how late, and by whom", () => {
  expect(line({})).toBe(
    "84,312 dropped as late since the app started at 13:40:12 UTC (4 min 02 s ago). Half of the 1,000 held came at most 12 s behind the watermark, the worst 3 h 10 min. Most by per-minute (82 %).",
  );
  expect(line({ matching: 7, operators: [] }, true)).toContain("Half of the 7 that match came");
  expect(line({ matching: 1, operators: [] }, true)).toContain(
    "The one that matches came 3 h 10 min behind the watermark.",
  );
  const { population } = figures;
  expect(line({ population: { ...population, totalOfRun: 0 }, lateness: { kind: "none" } })).toBe(
    "Nothing was dropped as late since the app started at 13:40:12 UTC (4 min 02 s ago).",
  );
  expect(line({ population: { ...population, totalOfRun: null }, lateness: { kind: "none" } })).toBe(
    "The app has told nothing of late drops yet.",
  );
});

test("of how many the list shows how many is by the API's own numbers, and never less than it shows", () => {
  const { population } = figures;
  expect(showingWords(1000, figures, false)).toBe("showing 1,000 of 84,312");
  expect(showingWords(50, { ...figures, matching: 412 }, true)).toBe("showing 50 of 412 that match");
  const ofRuns = { ...population, held: 1000, heldOfRun: 3, totalOfRun: 3 };
  expect(showingWords(200, { population: ofRuns, matching: 1000 }, false)).toBe("showing 200 of 1,000");
  expect(showingWords(200, { population, matching: 190 }, true)).toBe("showing 200 of 200 that match");
});

const params = {
  ...noFilter,
  operator: "per-minute",
  topic: "orders",
  partition: 3,
  key: "eu-",
  text: "Größe & co",
  latenessFrom: 0,
  latenessTo: 60_000,
  from: 1000,
  until: 2000,
  where: 'value.a == "b"',
};

test("each field of the filter is in the address, and the file has exactly what the list has", () => {
  const read = filterOf(params);
  const filter = read.kind === "filter" ? read.filter : {};
  expect(Object.keys(filter)).toHaveLength(10);
  const asked = {
    appId: "orders",
    from: "history",
    filter,
    format: "csv",
    actor: "ana",
    reason: "ticket 7",
  } as const;
  expect(parseExportRequest(new URLSearchParams(exportQuery(asked)))).toEqual(asked);
  expect(isFiltering(filter)).toBe(true);
  expect(filterOf({ ...noFilter, key: "", text: "" })).toEqual({ kind: "filter", filter: {} });
});

test.each([
  ["2026-11-30T13:44:15", Date.UTC(2026, 10, 30, 13, 44, 15)],
  ["2026-11-30 13:44", Date.UTC(2026, 10, 30, 13, 44)],
  ["2026-11-30T13:44:15+01:00", Date.UTC(2026, 10, 30, 12, 44, 15)],
  ["1790000000000", 1_790_000_000_000],
  ["yesterday", null],
])("a link with the moment %s means the same to every reader, wherever they are", (text, timeMs) => {
  const zone = process.env["TZ"];
  process.env["TZ"] = "America/New_York";
  try {
    expect(lateDropsSearchParams.from.parse(text)).toBe(timeMs);
  } finally {
    if (zone === undefined) delete process.env["TZ"];
    else process.env["TZ"] = zone;
  }
});

test.each([
  [{ latenessFrom: 60_001 }, "latenessTo"],
  [{ from: 2000 }, "until"],
  [{ partition: -1 }, "partition"],
])("%j is told at the field, and not asked for", (wrong, field) => {
  expect(filterOf({ ...params, ...wrong })).toMatchObject({ kind: "wrong", field });
});

test("records that an expression could not be held against are told, with what went wrong first", () => {
  const first = { message: "no such key: amo\u202eunt", offset: 0, endOffset: 1, line: 1, column: 1 };
  expect(notEvaluatedWords({ count: 3, first })).toBe(
    String.raw`3 could not be evaluated, so none of them is listed; the first: no such key: amo\u202eunt`,
  );
  expect(notEvaluatedWords({ count: 1, first: null })).toBe("1 could not be evaluated, so it is not listed");
});

const fault = (offset: number, endOffset: number) => ({
  message: "",
  offset,
  endOffset,
  line: 1,
  column: offset + 1,
});

test.each([
  ["partition >> 3", 11, 12, "partition >>>< 3", "           ^"],
  ["latenessMs >", 12, 12, "latenessMs >><", "            ^"],
  ["a ==\nbb && c", 5, 7, ">bb< && c", "^^"],
  ["\u202ea == b", 1, 2, String.raw`\u202e>a< == b`, "      ^"],
  [
    `${"x".repeat(40)} + ${"y".repeat(40)}`,
    41,
    42,
    `…${"x".repeat(17)} >+< ${"y".repeat(17)}…`,
    `${" ".repeat(19)}^`,
  ],
])("the caret of a fault in %j stands below its place", (expression, offset, endOffset, shown, caret) => {
  const place = faultPlace(expression, fault(offset, endOffset));
  expect(`${place.before}>${place.at}<${place.after}`).toBe(shown);
  expect(place.caret).toBe(caret);
});
