import { expect, test } from "vitest";
import type { Connection } from "../wire/index.ts";
import type { FeedEnd } from "./app-source.ts";
import { backoffMs } from "./backoff.ts";
import { onEnded, onSeen } from "./connection-state.ts";

const connecting: Connection = { kind: "connecting", sinceMs: 1 };
const live: Connection = { kind: "live", sinceMs: 2 };
const unreachable: Connection = { kind: "unreachable", sinceMs: 3, lastSeenMs: null, reason: "refused" };
const invalid: Connection = { kind: "invalid", sinceMs: 4, lastSeenMs: 2, reason: "lag" };
const refused: FeedEnd = { kind: "unreachable", reason: "refused" };
const silent: FeedEnd = { kind: "unreachable", reason: "silent" };
const lag: FeedEnd = { kind: "invalid", reason: "lag" };

test.each([
  ["the first answer makes it live", connecting, { kind: "live", sinceMs: 9 }],
  ["what is live stays so, since the same time", live, live],
  ["an answer after a failure makes it live anew", unreachable, { kind: "live", sinceMs: 9 }],
  ["a good answer after a bad one too", invalid, { kind: "live", sinceMs: 9 }],
])("%s", (_, from, to) => {
  expect(onSeen(from, 9)).toEqual(to);
});

test.each<[string, Connection, FeedEnd, Connection]>([
  [
    "a first attempt that fails",
    connecting,
    refused,
    { kind: "unreachable", sinceMs: 9, lastSeenMs: 5, reason: "refused" },
  ],
  ["a break", live, silent, { kind: "unreachable", sinceMs: 9, lastSeenMs: 5, reason: "silent" }],
  ["a bad message", live, lag, { kind: "invalid", sinceMs: 9, lastSeenMs: 5, reason: "lag" }],
  ["a further attempt with another reason", unreachable, silent, { ...unreachable, reason: "silent" }],
  [
    "from bad to gone",
    invalid,
    refused,
    { kind: "unreachable", sinceMs: 9, lastSeenMs: 5, reason: "refused" },
  ],
])("%s is told, with the time of the first failure", (_, from, end, to) => {
  expect(onEnded(from, end, 9, 5)).toEqual(to);
});

test("a further attempt that fails alike changes nothing, so nobody is told", () => {
  expect(onEnded(unreachable, refused, 9, 5)).toBe(unreachable);
  expect(onEnded(invalid, lag, 9, 5)).toBe(invalid);
  expect(onSeen(live, 9)).toBe(live);
});

test("attempts grow apart to 10 s, spread by chance over the upper half", () => {
  const at = (random: number) => [0, 1, 2, 5, 6, 40, 5000].map((attempt) => backoffMs(attempt, () => random));
  expect(at(0)).toEqual([125, 250, 500, 4000, 5000, 5000, 5000]);
  expect(at(0.999999)).toEqual([250, 500, 1000, 8000, 10_000, 10_000, 10_000]);
});
