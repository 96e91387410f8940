import { type FeedSnapshot, feedSnapshot } from "@stoatflow/engine/wire";
import fc from "fast-check";
import { expect, test } from "vitest";
import { appConfigOf } from "../testing/app-config-of.ts";
import { partitionOf, snapshotOf, startMs } from "../testing/bodies.ts";
import { drained } from "../testing/drained.ts";
import { clockSkewOf } from "../wire/clock-skew.ts";
import { appSummary, clockSkew } from "../wire/index.ts";
import { readFeedEvent } from "./feed-event.ts";
import { mergeInstances } from "./merge/merge-instances.ts";
import { summaryOf } from "./summary.ts";

const largest = Number.MAX_SAFE_INTEGER;
/** Small, around what the door lets through, and whatever the wire allows. */
const counts = fc.oneof(
  fc.nat(9),
  fc.integer({ min: Math.floor(largest / 34), max: Math.floor(largest / 15) }),
  fc.integer({ min: 0, max: largest }),
);
const ordinals = fc.oneof(
  fc.nat(9).map(String),
  fc.bigInt({ min: 2n ** 58n, max: 2n ** 60n }).map(String),
  fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(String),
);
const times = fc.oneof(
  fc.integer({ min: startMs, max: startMs + 9 }),
  fc.integer({ min: -largest, max: largest }),
  fc.integer({ min: 2 ** 50, max: 2 ** 51 }).chain((ms) => fc.constantFrom(ms, -ms)),
);

const { status } = snapshotOf();
const usual = { ...status.counters, outputsBeyondLimit: [] };

/** A tick of which one part is as large as it may be, or larger; the rest is as usual. */
const changes: fc.Arbitrary<(told: FeedSnapshot) => FeedSnapshot> = fc.oneof(
  fc.constant((told: FeedSnapshot) => told),
  ordinals.map((sequence) => (told: FeedSnapshot) => ({ ...told, sequence })),
  ordinals.map((next) => (told: FeedSnapshot) => ({ ...told, rings: { ...told.rings, holdsNext: next } })),
  times.map((atMs) => (told: FeedSnapshot) => ({ ...told, atMs })),
  fc.tuple(times, fc.constantFrom("paused", "pausing")).map(([sinceMs, kind]) => {
    const lifecycle = kind === "paused" ? ({ kind: "paused", sinceMs } as const) : pausing(sinceMs);
    return (told: FeedSnapshot) => ({ ...told, status: { ...told.status, lifecycle } });
  }),
  fc.tuple(times, times).map(([sinceMs, expiresAtMs]) => {
    const reason = { kind: "operator" as const, actor: "ana", reason: "deploy", sinceMs, expiresAtMs };
    return withStatus({ pauseReasons: [reason] });
  }),
  fc.tuple(times, times).map(([headHeldSinceMs, idleSinceMs]) => (told: FeedSnapshot) => {
    const partitions = told.watermarks.partitions.map((one) => ({ ...one, headHeldSinceMs, idleSinceMs }));
    return { ...told, watermarks: { ...told.watermarks, partitions } };
  }),
  counts.map((generation) => withStatus({ generation })),
  fc
    .tuple(counts, counts)
    .map(([lane_order, epoch_overlap]) =>
      withStatus({ counters: { ...usual, violations: { ...usual.violations, lane_order, epoch_overlap } } }),
    ),
  counts.map((lateDropped) => withStatus({ counters: { ...usual, lateDropped } })),
  fc.tuple(counts, fc.integer({ min: 1, max: 40 })).map(([count, times]) => {
    const outputs = Array.from({ length: times }, () => ({ topic: "t", policy: "clamp" as const, count }));
    return withStatus({ counters: { ...usual, outputsBeyondLimit: outputs } });
  }),
  fc
    .double({ min: 0, noNaN: true, noDefaultInfinity: true })
    .map((used) => withStatus({ limits: { ...status.limits, heap: { used, limit: used } } })),
);

function pausing(sinceMs: number) {
  return { kind: "pausing" as const, sinceMs, waitingFor: [] };
}

function withStatus(change: Partial<FeedSnapshot["status"]>) {
  return (told: FeedSnapshot): FeedSnapshot => ({ ...told, status: { ...told.status, ...change } });
}

test("what the door lets through of up to 16 instances is a row and a tick that can be answered, or is refused there", () => {
  let taken = 0;
  let refused = 0;
  fc.assert(
    fc.property(fc.array(fc.array(changes, { maxLength: 3 }), { minLength: 1, maxLength: 16 }), (apps) => {
      const instances = apps.flatMap((all, i) => {
        const told = all.reduce(
          (snapshot, change) => change(snapshot),
          snapshotOf({ bootId: `boot${i}`, partitions: [partitionOf(i)] }),
        );
        const outcome = drained(readFeedEvent(undefined, "snapshot", JSON.stringify(told)));
        if (outcome.kind !== "tick") {
          expect(outcome).toMatchObject({
            kind: "fault",
            reason: expect.stringMatching(/^snapshot: [a-z]\S*: /i),
          });
          refused += 1;
          return [];
        }
        taken += 1;
        clockSkew.parse(clockSkewOf(outcome.snapshot.atMs - startMs));
        const tick = { snapshot: outcome.snapshot, receivedAtMs: startMs };
        return [{ url: `http://instance${i}/`, tick, isCurrent: true }];
      });
      const { tick } = mergeInstances(instances);
      const connection = { kind: "live" as const, sinceMs: startMs };
      appSummary.parse(summaryOf(appConfigOf("orders", "http://instance0/"), connection, tick));
      if (tick !== undefined) feedSnapshot.parse(tick.snapshot);
    }),
    { numRuns: 500 },
  );
  expect(taken).toBeGreaterThan(100);
  expect(refused).toBeGreaterThan(100);
});
