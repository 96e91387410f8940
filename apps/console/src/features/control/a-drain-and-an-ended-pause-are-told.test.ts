import type { EndedPause } from "@stoatflow/api";
import type { Drain } from "@stoatflow/api/wire";
import { expect, test } from "vitest";
import { plainSpaces } from "../../../test/plain-spaces.ts";
import { defaultTimes } from "../../lib/format/times.ts";
import { drainWords } from "./drain-words.ts";
import { endedPauseWords } from "./ended-pause-words.ts";

const atMs = 1_790_000_000_000;
const blocker = { instanceId: "orders-1", lane: 5, operator: "enrich", records: 64, oldestAgeMs: 41_000 };
const draining: Drain = {
  kind: "draining",
  sinceMs: atMs - 12_000,
  forMs: 12_000,
  records: 64,
  waitingFor: [blocker],
  holder: null,
};

test.each<[string | undefined, Drain]>([
  ["Draining for 12 s: 64 records left in 1 lane.", draining],
  [
    "Draining for 41 s: 64 records left in 1 lane. It takes longer than 30 s: lane 5 of orders-1 holds it, with 64 records at enrich, the oldest for 41 s.",
    { ...draining, forMs: 41_000, holder: { ...blocker, kind: "lane" } },
  ],
  [
    "Draining for 41 s: the lanes are empty and the last commit is under way. It takes longer than 30 s: the last commit of orders-1 holds it.",
    {
      ...draining,
      forMs: 41_000,
      records: 0,
      waitingFor: [],
      holder: { kind: "commit", instanceId: "orders-1" },
    },
  ],
  [undefined, { kind: "drained", sinceMs: atMs }],
])("how far a pause has come: %s", (words, drain) => {
  const told = drainWords(drain);
  expect(told === undefined ? undefined : plainSpaces(told)).toBe(words);
});

const ended: EndedPause = {
  pauseId: "p1",
  appId: "orders",
  instanceId: "orders-1",
  actor: "ana",
  reason: "deploy",
  sinceMs: atMs - 600_000,
  expiresAtMs: atMs + 600_000,
  lastSeenMs: atMs - 1000,
  endedBy: "restart",
  endedAtMs: atMs,
  nextInstanceId: "orders-1",
};

test.each<[string, Partial<EndedPause>]>([
  [
    "A restart of orders-1 ended the pause of ana (“deploy”) before 14:13:20 UTC; it was to last until 14:23:20 UTC.",
    {},
  ],
  [
    "The take-over by orders-2 ended the pause of ana (“deploy”) before 14:13:20 UTC; it was to last until somebody resumed it.",
    { endedBy: "take-over", nextInstanceId: "orders-2", expiresAtMs: null },
  ],
])("a pause that nobody ended: %s", (words, more) => {
  expect(plainSpaces(endedPauseWords({ ...ended, ...more }, defaultTimes))).toBe(words);
});
