import {
  type FeedSnapshot,
  type PartitionWatermark,
  partitionState,
  takesPart,
} from "@stoatflow/engine/wire";
import fc from "fast-check";
import { expect, test } from "vitest";
import { partitionOf, snapshotOf } from "../testing/bodies.ts";
import { type AppView, applyWatchEvent, changesBetween, watchEvent, withChanges } from "../wire/index.ts";
import { watchEventOf } from "./watch-events.ts";

const timeMs = fc.option(fc.integer({ min: -1e15, max: 2e15 }), { nil: null });
const offset = fc.option(
  fc.bigInt({ min: 0n, max: 9_223_372_036_854_775_807n }).map((n) => `${n}`),
  { nil: null },
);
const figures = fc.record({
  state: fc.constantFrom(...partitionState.options),
  boundMs: fc.option(fc.nat(), { nil: null }),
  watermarkMs: timeMs,
  previewWatermarkMs: timeMs,
  headTimestampMs: timeMs,
  headOffset: offset,
  headHeldSinceMs: timeMs,
  idleSinceMs: timeMs,
  bufferedRecords: fc.nat(),
  position: offset,
  committed: offset,
  endPosition: offset,
  highWatermark: offset,
  lag: offset,
});
const told = fc.option(fc.constantFrom(...takesPart.options), { nil: undefined });

/** Two ticks of the same partitions, some of which did not change. */
const ticks = fc
  .array(fc.record({ first: figures, next: fc.option(figures), part: told }), { maxLength: 12 })
  .map((rows) => {
    const before: PartitionWatermark[] = rows.map(({ first }, i) => partitionOf(i, first));
    const after = rows.map(({ next, part }, i): PartitionWatermark => {
      const held = before[i] ?? partitionOf(i);
      if (next === null) return held;
      return { ...held, ...next, ...(part === undefined ? {} : { takesPart: part }) };
    });
    return { before, after };
  });

test("what changed, as text, makes the second tick of the first, exactly", () => {
  fc.assert(
    fc.property(ticks, ({ before, after }) => {
      const changes = changesBetween(before, after);
      const sent = JSON.parse(JSON.stringify(changes));
      const made = withChanges(before, sent);
      expect(made).toEqual(after);
      for (const [i, partition] of after.entries())
        if (partition === before[i]) expect(made[i]).toBe(partition);
    }),
    { numRuns: 500 },
  );
});

test("other partitions, or another order, are no change but another list", () => {
  const all = [partitionOf(0), partitionOf(1)];
  expect(changesBetween(all, [partitionOf(0)])).toBeUndefined();
  expect(changesBetween(all, all.toReversed())).toBeUndefined();
  expect(changesBetween(all, [partitionOf(0), { ...partitionOf(1), topic: "other" }])).toBeUndefined();
  expect(changesBetween([], [])).toEqual({ rows: null, columns: {} });
});

const viewOf = (snapshot: FeedSnapshot | null, nowMs = 0): AppView =>
  ({ summary: {}, snapshot, receivedAtMs: snapshot === null ? null : 1, serverNowMs: nowMs }) as AppView;

test("a row of views comes out as it went in, whatever happens between", () => {
  const first = snapshotOf();
  const views = [
    viewOf(null),
    viewOf(first),
    viewOf(first, 5),
    viewOf(snapshotOf({ sequence: 2, partitions: [partitionOf(0, { lag: "9" }), partitionOf(1)] }), 6),
    viewOf(snapshotOf({ sequence: 3, partitions: [partitionOf(4)] }), 7),
    viewOf(snapshotOf({ bootId: "boot2", partitions: [partitionOf(4)] }), 8),
  ];
  let sent: AppView | undefined;
  let held: AppView | undefined;
  const kinds: string[] = [];
  for (const view of views) {
    const event = watchEventOf(sent, view);
    kinds.push(event.kind);
    held = applyWatchEvent(held, JSON.parse(JSON.stringify(event)));
    expect(held).toEqual(view);
    sent = view;
  }
  expect(kinds).toEqual(["snapshot", "snapshot", "delta", "delta", "snapshot", "delta"]);
});

test("what is not a tick leaves no subscription", () => {
  const view = { ...viewOf(snapshotOf()), snapshot: { ...snapshotOf(), sequence: -1 } };
  expect(watchEvent.safeParse({ kind: "snapshot", view }).success).toBe(false);
});
