import type { AppSnapshot } from "@stoatflow/api";
import { expect, test } from "vitest";
import { FakeEngine } from "../../../test/fake-engine.ts";
import { plainSpaces } from "../../../test/plain-spaces.ts";
import { defaultTimes } from "../../lib/format/times.ts";
import { lossesOf } from "./losses.ts";

const atMs = Date.UTC(2026, 10, 30, 3, 0, 0);
const since = "since the app started at 02:55:58 UTC (4 min 02 s ago).";

type Counters = AppSnapshot["status"]["counters"];

function snapshotWith(more: (counters: Counters) => Partial<Counters>): AppSnapshot {
  const told = new FakeEngine({ app: "orders" }).tick(atMs);
  const { counters } = told.status;
  const status = {
    ...told.status,
    startedAtMs: atMs - 242_000,
    counters: { ...counters, ...more(counters) },
  };
  return { ...told, status };
}

const answer = (more: (counters: Counters) => Partial<Counters>) => {
  const parts = lossesOf(snapshotWith(more), defaultTimes);
  return {
    text: plainSpaces(parts.map(({ text }) => text).join("")),
    links: parts.flatMap(({ text, path }) => (path === undefined ? [] : [plainSpaces(`${text} → ${path}`)])),
  };
};

test("nothing lost is said as such, and since when it is counted", () => {
  expect(answer(() => ({}))).toEqual({
    text: `Nothing was dropped and nothing went back ${since}`,
    links: [],
  });
});

test("what was dropped is told by its reasons and what went back by its class, each with the way to more of it", () => {
  const told = answer(({ dropped, violations }) => ({
    dropped: { ...dropped, late: 37, undecodable: 3 },
    violations: { ...violations, commit_offset_regression: 1 },
    violationClasses: { bug: 1, expected: 2 },
  }));
  expect(told.text).toBe(
    `40 records dropped (37 late, 3 undecodable); 1 commit went back, a bug; 2 expected violations, whose records were read again, ${since}`,
  );
  expect(told.links).toEqual([
    "37 late → /late-drops",
    "3 undecodable → /late-drops",
    "1 commit went back, a bug → /violations",
    "2 expected violations, whose records were read again → /violations",
  ]);
});

test("a bug that is no commit is told too", () => {
  expect(answer(() => ({ violationClasses: { bug: 2, expected: 0 } })).text).toBe(
    `2 other bugs of the tripwire, ${since}`,
  );
});
