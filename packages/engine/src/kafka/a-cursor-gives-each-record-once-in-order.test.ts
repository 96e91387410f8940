import { expect, test } from "vitest";
import type { Offset } from "../record/offset.ts";
import { type LogRecord, recordBytes } from "../record/record.ts";
import { PartitionCursor } from "./partition-cursor.ts";

const of = { topic: "t", partition: 0 };

function record(offset: Offset): LogRecord {
  return { ...of, offset, timestampMs: 0, key: null, value: Buffer.alloc(10), headers: [] };
}

function fetched(offsets: readonly Offset[], nextOffset: Offset) {
  const records = offsets.map(record);
  return { records, bytes: records.reduce((sum, each) => sum + recordBytes(each), 0), nextOffset };
}

const ends = (lastStableOffset: Offset, highWatermark: Offset = lastStableOffset) => ({
  lastStableOffset,
  highWatermark,
});

function reading(from: Offset): PartitionCursor {
  const cursor = new PartitionCursor(of);
  cursor.seek(from);
  return cursor;
}

const taken = (cursor: PartitionCursor, limit: number) => cursor.take(limit).map(({ offset }) => offset);

test("nothing is fetched and no position known before the first seek", () => {
  const cursor = new PartitionCursor(of);
  expect(cursor.isFetchable(1000)).toBe(false);
  expect(cursor.position).toBeUndefined();
  cursor.seek(4n);
  expect(cursor.isFetchable(1000)).toBe(true);
  expect(cursor.position).toBe(4n);
});

test("the answer to a fetch that a seek has overtaken is refused", () => {
  const cursor = reading(0n);
  const stale = cursor.generation;
  cursor.seek(50n);
  expect(cursor.accept(stale, fetched([0n, 1n], 2n), ends(100n), 0)).toBe(false);
  expect(cursor.position).toBe(50n);
  expect(cursor.takeable).toBe(0);
});

test("the position is the offset of the head, and passes gaps, markers and aborted data", () => {
  const cursor = reading(0n);
  cursor.accept(cursor.generation, fetched([3n, 7n], 12n), ends(12n), 0);
  expect(cursor.position).toBe(3n);
  expect(taken(cursor, 1)).toEqual([3n]);
  expect(cursor.position).toBe(7n);
  expect(taken(cursor, 5)).toEqual([7n]);
  expect(cursor.position).toBe(12n);
});

test("records leave in order over several fetches, and the bytes held follow", () => {
  const cursor = reading(0n);
  cursor.accept(cursor.generation, fetched([0n, 1n, 2n], 3n), ends(9n), 0);
  cursor.accept(cursor.generation, fetched([3n, 4n], 5n), ends(9n), 0);
  expect(cursor.bytes).toBe(5 * recordBytes(record(0n)));
  expect(taken(cursor, 2)).toEqual([0n, 1n]);
  expect(taken(cursor, 2)).toEqual([2n, 3n]);
  expect(cursor.bytes).toBe(recordBytes(record(0n)));
  expect(taken(cursor, 2)).toEqual([4n]);
  expect(cursor.bytes).toBe(0);
});

test("a paused partition is neither fetched nor taken from and keeps what it holds", () => {
  const cursor = reading(0n);
  cursor.accept(cursor.generation, fetched([0n], 1n), ends(1n), 0);
  cursor.pause();
  expect(cursor.isFetchable(1000)).toBe(false);
  expect(taken(cursor, 9)).toEqual([]);
  expect(cursor.position).toBe(0n);
  cursor.resume();
  expect(taken(cursor, 9)).toEqual([0n]);
});

test("a partition that holds its share of bytes is not fetched", () => {
  const cursor = reading(0n);
  cursor.accept(cursor.generation, fetched([0n, 1n], 2n), ends(9n), 0);
  expect(cursor.isFetchable(cursor.bytes)).toBe(false);
  expect(cursor.isFetchable(cursor.bytes + 1)).toBe(true);
});

test("an empty answer below the end is asked for again alone, and passed only when that is empty too", () => {
  const cursor = reading(4n);
  cursor.accept(cursor.generation, fetched([], 4n), ends(20n), 0);
  expect(cursor.phase).toBe("probing");
  expect(cursor.position).toBe(4n);
  cursor.accept(cursor.generation, fetched([], 4n), ends(20n), 0);
  expect(cursor.phase).toBe("reading");
  expect(cursor.position).toBe(20n);
});

test("an empty answer below the end that was only crowded out brings its records when asked for alone", () => {
  const cursor = reading(4n);
  cursor.accept(cursor.generation, fetched([], 4n), ends(20n), 0);
  cursor.accept(cursor.generation, fetched([4n, 5n], 6n), ends(20n), 0);
  expect(cursor.phase).toBe("reading");
  expect(taken(cursor, 9)).toEqual([4n, 5n]);
});

test("an empty answer at the end is no reason to ask again", () => {
  const cursor = reading(4n);
  cursor.accept(cursor.generation, fetched([], 4n), ends(4n, 9n), 0);
  expect(cursor.phase).toBe("reading");
  expect(cursor.endPosition).toBe(4n);
  expect(cursor.highWatermark).toBe(9n);
});

test("an end is never below the position", () => {
  const cursor = reading(0n);
  cursor.accept(cursor.generation, fetched([0n], 8n), ends(8n), 0);
  cursor.take(1);
  cursor.learnEnds(ends(5n), 1);
  expect(cursor.endPosition).toBe(8n);
  expect(cursor.highWatermark).toBe(8n);
});

test("only what has changed is news", () => {
  const cursor = reading(0n);
  const { generation } = cursor;
  expect(cursor.accept(generation, fetched([], 0n), ends(0n), 0)).toBe(true);
  expect(cursor.accept(generation, fetched([], 0n), ends(0n), 1)).toBe(false);
  expect(cursor.accept(generation, fetched([], 0n), ends(0n, 3n), 2)).toBe(true);
  expect(cursor.accept(generation, fetched([0n], 1n), ends(1n, 3n), 3)).toBe(true);
});

test("a log that lost its beginning is skipped forward, and what was fetched before is kept", () => {
  const cursor = reading(0n);
  cursor.accept(cursor.generation, fetched([0n, 1n], 2n), ends(9n), 0);
  cursor.loseLog();
  expect(cursor.isFetchable(1e9)).toBe(false);
  cursor.findLog(6n);
  expect(cursor.isFetchable(1e9)).toBe(true);
  expect(taken(cursor, 9)).toEqual([0n, 1n]);
  expect(cursor.position).toBe(6n);
});
