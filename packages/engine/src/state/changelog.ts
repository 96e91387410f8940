/**
 * The changelog of a count: one compacted topic `<app>-<store>-changelog`, partitioned by murmur2 of the record's key
 * and never by lane, so that the number of lanes may change between two starts.
 *
 * A row's key is the record's key, in a window followed by the window's start (int64, big-endian), as Kafka Streams
 * lays out a windowed key. Its value is the count and the aggregate's event time (int64 each): the event time travels
 * in the value, since brokers refuse rows stamped far ahead of their clock. A closed window leaves by a tombstone.
 */

import { noHeaders } from "../record/headers.ts";
import { partitionForKey } from "../record/murmur2.ts";
import type { LogRecord, ProducerRecord } from "../record/record.ts";

/** A count and the largest event time of the rows it counted. */
export interface CountEntry {
  readonly count: number;
  readonly timestampMs: number;
}

/** `window`: an entry for each key and window; `key-value`: one for each key. */
export type StoreKind = "window" | "key-value";

export interface ChangelogRow {
  /** `undefined` in the changelog of a key-value store. */
  readonly windowStartMs: number | undefined;
  /** Bytes of the record's key. */
  readonly key: Buffer;
  readonly entry: CountEntry | undefined;
}

const windowBytes = 8;

export function changelogTopic(applicationId: string, store: string): string {
  return `${applicationId}-${store}-changelog`;
}

/** @param nowMs the wall clock, which stamps the row. */
export function encodeChangelogRow(
  topic: string,
  partitions: number,
  row: ChangelogRow,
  nowMs: number,
): ProducerRecord {
  let { key } = row;
  if (row.windowStartMs !== undefined) {
    key = Buffer.allocUnsafe(row.key.length + windowBytes);
    row.key.copy(key);
    key.writeBigInt64BE(BigInt(row.windowStartMs), row.key.length);
  }
  let value: Buffer | null = null;
  if (row.entry !== undefined) {
    value = Buffer.allocUnsafe(16);
    value.writeBigInt64BE(BigInt(row.entry.count), 0);
    value.writeBigInt64BE(BigInt(row.entry.timestampMs), 8);
  }
  return {
    topic,
    partition: partitionForKey(row.key, partitions),
    timestampMs: nowMs,
    key,
    value,
    headers: noHeaders,
  };
}

/** `undefined` where the record is no row of this kind. */
export function decodeChangelogRow(kind: StoreKind, record: LogRecord): ChangelogRow | undefined {
  const { key, value } = record;
  if (key === null || (value !== null && value.length !== 16)) return undefined;
  const entry =
    value === null
      ? undefined
      : { count: Number(value.readBigInt64BE(0)), timestampMs: Number(value.readBigInt64BE(8)) };
  if (kind === "key-value") return { windowStartMs: undefined, key, entry };
  if (key.length < windowBytes) return undefined;
  const split = key.length - windowBytes;
  return { windowStartMs: Number(key.readBigInt64BE(split)), key: key.subarray(0, split), entry };
}
