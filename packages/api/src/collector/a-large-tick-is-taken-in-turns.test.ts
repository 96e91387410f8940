import { expect, test } from "vitest";
import { deltaOf, partitionOf, snapshotOf } from "../testing/bodies.ts";
import { collecting, untilSequence } from "../testing/collecting.ts";
import { drained } from "../testing/drained.ts";
import { FakeEngine } from "../testing/fake-engine.ts";
import type { CollectorObserver } from "./collector-observer.ts";
import { readFeedEvent } from "./feed-event.ts";

const many = (count: number, bufferedRecords: number) =>
  Array.from({ length: count }, (_, i) => partitionOf(i, { bufferedRecords }));
const before = snapshotOf({ sequence: 1, partitions: many(10_000, 1) });
const after = snapshotOf({ sequence: 2, partitions: many(10_000, 2) });
const delta = deltaOf(before, after);

test("10,000 partitions are read in turns of a thousand, and are the tick that was told", () => {
  const parts = readFeedEvent(before, "delta", JSON.stringify(delta));
  let turns = 0;
  let part = parts.next();
  for (; !part.done; part = parts.next()) turns += 1;
  expect(turns).toBeGreaterThanOrEqual(10);
  expect(part.value).toEqual({ kind: "tick", snapshot: after });
  expect(drained(readFeedEvent(undefined, "snapshot", JSON.stringify(before)))).toEqual({
    kind: "tick",
    snapshot: before,
  });
});

test("what is wrong with one of them is named by its place among all", () => {
  const partitions = many(10_000, 2).map((one, i) => (i === 7777 ? { ...one, lag: "-1" } : one));
  const wrong = { ...delta, watermarks: { ...delta.watermarks, partitions } };
  expect(drained(readFeedEvent(before, "delta", JSON.stringify(wrong)))).toEqual({
    kind: "fault",
    reason: expect.stringContaining("watermarks.partitions[7777].lag"),
  });
});

test("ticks come in their order, a large one and small ones that come with it", async () => {
  await using engine = await FakeEngine.start({ partitions: many(5000, 1) });
  const sequences: string[] = [];
  const observer: CollectorObserver = {
    tick: (_, { snapshot }) => void sequences.push(snapshot.sequence),
    entries: () => undefined,
    controlled: () => undefined,
  };
  using collectors = collecting({ orders: engine }, { observer });
  const app = collectors.get("orders");
  await untilSequence(app, "1");
  engine.tick({ partitions: many(5000, 2) });
  engine.tick({ partitions: many(10, 3) });
  engine.tick({ partitions: many(10, 4) });
  await untilSequence(app, "4");
  expect(sequences).toEqual(["1", "2", "3", "4"]);
  expect(app.newest()?.snapshot.watermarks.partitions).toEqual(many(10, 4));
});
