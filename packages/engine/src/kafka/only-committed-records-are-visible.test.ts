import { expect, test } from "vitest";
import type { AbortedTransaction, FetchedMessage } from "./fetch-response.ts";
import { visibleRecords } from "./visible-records.ts";

const of = { topic: "t", partition: 0 };

interface Sketch {
  readonly at: bigint;
  readonly by?: string;
  readonly value?: string;
  readonly key?: Buffer;
  readonly ends?: "commit" | "abort";
  /** Offsets of the batch; the record's own where absent. */
  readonly batch?: readonly [first: bigint, last: bigint];
  readonly headers?: FetchedMessage["headers"];
  readonly timestamp?: string;
}

function message(sketch: Sketch): FetchedMessage {
  const { at, by, ends, batch = [at, at] } = sketch;
  const marker = ends === undefined ? undefined : Buffer.from([0, 0, 0, ends === "abort" ? 0 : 1]);
  return {
    offset: `${at}`,
    timestamp: sketch.timestamp ?? "1000",
    key: marker ?? sketch.key ?? null,
    value: sketch.value === undefined ? null : Buffer.from(sketch.value),
    headers: sketch.headers ?? {},
    isControlRecord: ends !== undefined,
    batchContext: {
      firstOffset: `${batch[0]}`,
      lastOffsetDelta: Number(batch[1] - batch[0]),
      producerId: by ?? "-1",
      inTransaction: by !== undefined,
      partitionLeaderEpoch: 0,
    },
  };
}

function visible(from: bigint, sketches: readonly Sketch[], aborted: readonly AbortedTransaction[] = []) {
  return visibleRecords(of, from, sketches.map(message), aborted);
}

function offsets(from: bigint, sketches: readonly Sketch[], aborted: readonly AbortedTransaction[] = []) {
  return visible(from, sketches, aborted).records.map(({ offset }) => offset);
}

test("an aborted record with the key of an abort marker hides what it belongs to", () => {
  const sketches: Sketch[] = [
    { at: 0n, by: "7", key: Buffer.from([0, 0, 0, 0]) },
    { at: 1n, by: "7" },
    { at: 2n, by: "7", ends: "abort" },
    { at: 3n },
  ];
  expect(offsets(0n, sketches, [{ producerId: "7", firstOffset: "0" }])).toEqual([3n]);
});

test("a committed record with that key is visible", () => {
  const sketches: Sketch[] = [
    { at: 0n, by: "7", key: Buffer.from([0, 0, 0, 0]) },
    { at: 1n, by: "7", ends: "commit" },
  ];
  expect(offsets(0n, sketches)).toEqual([0n]);
});

test("aborted and committed transactions that interleave are told apart by their producers", () => {
  const sketches: Sketch[] = [
    { at: 0n, by: "1" },
    { at: 1n, by: "2" },
    { at: 2n },
    { at: 3n, by: "1" },
    { at: 4n, by: "2" },
    { at: 5n, by: "1", ends: "abort" },
    { at: 6n, by: "1" },
    { at: 7n, by: "2", ends: "commit" },
    { at: 8n, by: "1", ends: "commit" },
  ];
  expect(offsets(0n, sketches, [{ producerId: "1", firstOffset: "0" }])).toEqual([1n, 2n, 4n, 6n]);
});

test("two aborted transactions that begin in front of the first record fetched both hide theirs", () => {
  const sketches: Sketch[] = [
    { at: 10n, by: "1" },
    { at: 11n, by: "2" },
    { at: 12n, by: "2", ends: "abort" },
    { at: 13n, by: "1", ends: "abort" },
    { at: 14n, by: "2" },
  ];
  // The broker lists them in the order in which they ended.
  const aborted = [
    { producerId: "2", firstOffset: "5" },
    { producerId: "1", firstOffset: "3" },
  ];
  expect(offsets(10n, sketches, aborted)).toEqual([14n]);
});

test("a producer that aborts twice is hidden twice", () => {
  const sketches: Sketch[] = [
    { at: 0n, by: "1" },
    { at: 1n, by: "1", ends: "abort" },
    { at: 2n, by: "1" },
    { at: 3n, by: "1", ends: "abort" },
  ];
  const aborted = [
    { producerId: "1", firstOffset: "0" },
    { producerId: "1", firstOffset: "2" },
  ];
  const result = visible(0n, sketches, aborted);
  expect(result.records).toEqual([]);
  expect(result.nextOffset).toBe(4n);
});

test("a record outside any transaction by the same producer id stays visible", () => {
  const idempotent = {
    ...message({ at: 1n }),
    batchContext: { ...message({ at: 1n }).batchContext, producerId: "1" },
  };
  const messages = [message({ at: 0n, by: "1" }), idempotent, message({ at: 2n, by: "1", ends: "abort" })];
  const { records } = visibleRecords(of, 0n, messages, [{ producerId: "1", firstOffset: "0" }]);
  expect(records.map(({ offset }) => offset)).toEqual([1n]);
});

test("the next fetch begins behind the batch, whose last records may be compacted away", () => {
  expect(visible(0n, [{ at: 2n, batch: [0n, 9n] }]).nextOffset).toBe(10n);
  expect(visible(0n, [{ at: 0n }, { at: 1n, by: "1", ends: "commit" }]).nextOffset).toBe(2n);
});

test("records of the first batch below what was asked for are left out", () => {
  const batch = [0n, 3n] as const;
  const sketches = [0n, 1n, 2n, 3n].map((at) => ({ at, batch }));
  expect(offsets(2n, sketches)).toEqual([2n, 3n]);
});

test("an empty answer moves nothing", () => {
  expect(visible(5n, [])).toEqual({ records: [], bytes: 0, nextOffset: 5n });
});

test("offsets beyond 2^53 are exact", () => {
  const at = 9007199254740993n;
  const result = visible(at, [{ at }, { at: at + 1n }]);
  expect(result.records.map(({ offset }) => offset)).toEqual([at, at + 1n]);
  expect(result.nextOffset).toBe(9007199254740995n);
});

test("a header of null is told from an empty one, and a repeated name keeps all its values", () => {
  const [record] = visible(0n, [
    {
      at: 0n,
      headers: { none: null, empty: Buffer.alloc(0), many: [Buffer.from("a"), null, Buffer.from("b")] },
      timestamp: "-8",
    },
  ]).records;
  expect(record?.timestampMs).toBe(-8);
  expect(record?.headers).toEqual([
    ["none", null],
    ["empty", Buffer.alloc(0)],
    ["many", Buffer.from("a")],
    ["many", null],
    ["many", Buffer.from("b")],
  ]);
});
