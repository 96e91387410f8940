import type { Diagnosis, Evidence, Holder, Release } from "@stoatflow/api";
import { diagnosis as diagnosisSchema } from "@stoatflow/api/wire";
import { heldBackReason } from "@stoatflow/engine/wire";
import { expect, test } from "vitest";
import { numberThatMayBreak, plainSpaces } from "../../../test/plain-spaces.ts";
import { defaultTimes } from "../../lib/format/times.ts";
import { evidenceLines, rateWords } from "./evidence-words.ts";
import { releaseWords } from "./release-words.ts";
import { noGainWords, whatIfs } from "./what-if.ts";

const atMs = 1_790_000_000_000;
const basis = { fromMs: atMs - 59_000, toMs: atMs, overMs: 59_000 };
const idleness = { kind: "running", timeoutMs: 30_000, idleAtMs: atMs + 12_000 } as const;
const release: Release = { by: ["data"], when: { kind: "not-known", why: "depends-on-the-broker" } };

function holderWith(evidence: Evidence, more: Partial<Holder> = {}): Holder {
  return {
    topic: "orders",
    partition: 3,
    reason: evidence.reason,
    instance: { bootId: "b1", instanceId: "orders-1", sequence: "7", atMs, receivedAtMs: atMs },
    since: { kind: "at-least", atMs: atMs - 29_000, forMs: 29_000 },
    partitionAtTick: null,
    evidence,
    release,
    ...more,
  };
}

const commit = { atMs, outcome: "committed", drainMs: 1, records: 9, outputs: 1, changelogRows: 1 } as const;
const lane = { stage: 1, lane: 5, state: "parked", depth: 64, capacity: 64, oldestAgeMs: 4100 } as const;
const lag = { drained: "3540", dispatched: "5900", arrived: "2360" };

const said: readonly (readonly [line: string, evidence: Evidence])[] = [
  [
    "Its lag shrinks by 60 a second: 100 worked, 40 come, over the last 59 s.",
    {
      reason: "backlog",
      lagRate: {
        kind: "measured",
        basis,
        ...lag,
        drainedPerSecond: 60,
        dispatchedPerSecond: 100,
        arrivedPerSecond: 40,
      },
    },
  ],
  [
    "The broker has 9,007,199,254,740,993 offsets of it that it has not sent; the last fetch and its error are in the app's log.",
    { reason: "waiting-for-data", missing: "9007199254740993" },
  ],
  [
    "A producer has a transaction open at offset 90,210: 40 offsets behind it can't be read before it ends.",
    { reason: "open-transaction", lastStableOffset: "90210", highWatermark: "90250", idleness },
  ],
  ["It counts as idle after 30 s without a record: at 14:13:32 UTC.", { reason: "never-read", idleness }],
  [
    "Idleness is off, so it counts until a record comes: set an idleness timeout if it may be quiet.",
    { reason: "caught-up", idleness: { kind: "off" } },
  ],
  [
    "Its head is 55 min 00 s ahead of the app's clock.",
    { reason: "held", aheadOfClockMs: 3_300_000, idleness },
  ],
  [
    "Group all lets partitions be 1 min apart and waits for orders-1, at 14:11:50 UTC.",
    {
      reason: "aligned",
      alignment: {
        group: "all",
        maxDriftMs: 60_000,
        lowest: { topic: "orders", partition: 1 },
        lowestMs: atMs - 90_000,
      },
    },
  ],
  [
    "Lane 5 at enrich holds 64 of 64 records, the oldest for 4.1 s.",
    {
      reason: "lane-full",
      lanes: [{ ...lane, operator: "enrich", busyRatio: 1, processed: 9 }],
      eventLoopDelayMs: 2,
    },
  ],
  [
    "Epoch 4,021 is being committed since 14:12:38 UTC, for 42 s; the ones before took 14 ms, 15 ms.",
    {
      reason: "slow-commit",
      epoch: 4021,
      runningSinceMs: atMs - 42_000,
      newest: [
        { ...commit, epoch: 4020, commitMs: 14 },
        { ...commit, epoch: 4019, commitMs: 15 },
      ],
    },
  ],
  [
    "ana paused it: “deploy”, until somebody resumes it.",
    {
      reason: "paused",
      lifecycle: { kind: "paused", sinceMs: atMs },
      pauseReasons: [{ kind: "operator", actor: "ana", reason: "deploy", sinceMs: atMs, expiresAtMs: null }],
    },
  ],
];

test.each(said)("%s", (line, evidence) => {
  const lines = evidenceLines(holderWith(evidence), defaultTimes);
  expect(lines.map(plainSpaces)).toContain(line);
  for (const each of lines) expect(each).not.toMatch(numberThatMayBreak);
});

test("there is no reason that has no words", () => {
  expect(said.map(([, { reason }]) => reason).sort()).toEqual([...heldBackReason.options].sort());
});

test("since when it is that partition for that reason is said, and that it may be for longer", () => {
  const [evidence] = said[1]?.slice(1) ?? [];
  if (evidence === undefined || typeof evidence === "string") throw new Error("no evidence");
  expect(plainSpaces(evidenceLines(holderWith(evidence), defaultTimes)[0] ?? "")).toBe(
    "orders-3 holds it back for this reason since 14:12:51 UTC, for at least 29 s.",
  );
});

test.each<[string, Release]>([
  [
    "Event time goes on when a record comes or it counts as idle, at 14:13:32 UTC at the latest.",
    {
      by: ["new-record", "idleness"],
      when: { kind: "at-the-latest", atMs: atMs + 12_000, by: "idleness" },
    },
  ],
  [
    "Event time goes on when its backlog is worked: as it goes now in about 3 h 16 min, at 17:29:20 UTC.",
    { by: ["dispatch"], when: { kind: "estimated", inMs: 11_760_000, atMs: atMs + 11_760_000, basis } },
  ],
  ["Event time goes on when the broker sends what it has; when is up to the broker.", release],
])("what releases it is said with when: %s", (sentence, each) => {
  expect(plainSpaces(releaseWords(each, atMs, defaultTimes))).toBe(sentence);
});

const orders = (partition: number) => ({ topic: "orders", partition });

test("what would be without a partition is said of each, and that others are not to blame", () => {
  expect(
    whatIfs([
      { ...orders(3), valueMs: 1, watermarkMs: 2, gainMs: 252_000, thenHeldBy: orders(1) },
      { ...orders(1), valueMs: 2, watermarkMs: 1, gainMs: 0, thenHeldBy: orders(3) },
      { ...orders(0), valueMs: null, watermarkMs: null, gainMs: null, thenHeldBy: null },
    ]).map(({ name, gain, heldBy }) => plainSpaces(`${name}: ${gain}, ${heldBy}`)),
  ).toEqual(["orders-3: 4 min 12 s further, orders-1", "orders-0: no watermark still, nobody"]);
});

test("who holds it back for a moment is not told with a beginning that is another one each second", () => {
  const [evidence] = said.map(([, each]) => each);
  if (evidence === undefined) throw new Error("there is no evidence");
  const first = (kind: "exactly" | "at-least", forMs: number) =>
    plainSpaces(
      evidenceLines(holderWith(evidence, { since: { kind, atMs: atMs - forMs, forMs } }), defaultTimes)[0] ??
        "",
    );
  expect(first("exactly", 0)).toBe(
    "orders-3 is the one that holds it back at this moment, for a second or less.",
  );
  expect(first("exactly", 4000)).toMatch(/^orders-3 holds it back for this reason since .*, for 4\.0 s\.$/);
  expect(first("at-least", 0)).toContain("for at least");
});

test("partitions without which event time would be no further are told in one sentence, and two that hold it together as such", () => {
  const of = (partition: number, gainMs: number) => ({
    ...orders(partition),
    valueMs: 1,
    watermarkMs: 1,
    gainMs,
    thenHeldBy: orders(3),
  });
  expect(noGainWords([of(1, 252_000)])).toBeUndefined();
  expect(noGainWords([of(1, 252_000), of(0, 0)])).toBe("Without orders-0 it would be no further.");
  expect(noGainWords([of(1, 252_000), of(0, 0), of(2, 0), of(4, 0)])).toBe(
    "Without orders-0, orders-2 or orders-4 it would be no further.",
  );
  expect(noGainWords([of(7, 0), of(3, 0)])).toBe(
    "No partition holds it back alone: without orders-7, orders-3 still holds it where it is.",
  );
});

test("the pace of event time is said as it was measured, and when it has caught up", () => {
  const eventTime = { kind: "measured", basis, movedMs: 472_000_000, perSecond: 8000 } as const;
  const eventTimeCatchUp = { kind: "estimated", inMs: 720_000, atMs: atMs + 720_000, basis } as const;
  const rates = diagnosisSchema.shape.rates.parse({
    eventTime,
    eventTimeCatchUp,
    lag: { kind: "not-known", why: "too-short" },
    lagNow: null,
    lagCatchUp: { kind: "caught-up" },
  });
  const told = (more: Partial<Diagnosis["rates"]>) =>
    plainSpaces(rateWords({ rates: { ...rates, ...more } }) ?? "nothing");
  expect(told({})).toBe(
    "Event time moved 8,000 s a second over the last 59 s: at that pace it has caught up in 12 min 00 s.",
  );
  expect(told({ eventTime: { kind: "not-known", why: "too-short" } })).toBe("nothing");
  expect(
    told({
      eventTime: { ...eventTime, perSecond: 0.25 },
      eventTimeCatchUp: { kind: "not-catching-up", basis },
    }),
  ).toBe("Event time moved 0.25 s a second over the last 59 s: at that pace it never catches up.");
});
