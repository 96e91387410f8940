/**
 * The changelog of a windowed count: one compacted topic `<app>-<store>-changelog`, partitioned by murmur2 of the
 * record's key and never by lane, so that the number of lanes may change between two starts.
 *
 * A row's key is the record's key followed by the window's start (int64, big-endian), as Kafka Streams lays out a
 * windowed key. Its value is the count and the aggregate's event time (int64 each): the event time travels in the
 * value, since brokers refuse rows stamped far ahead of their clock. A closed window leaves by a tombstone.
 */

import { noHeaders } from "../record/headers.ts";
import { partitionForKey } from "../record/murmur2.ts";
import type { LogRecord, ProducerRecord } from "../record/record.ts";

/** A count and the largest event time of the rows it counted. */
export interface CountEntry {
  readonly count: number;
  readonly timestampMs: number;
}

export interface ChangelogRow {
  readonly windowStartMs: number;
  /** Bytes of the record's key. */
  readonly key: Buffer;
  readonly entry: CountEntry | undefined;
}

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
  const key = Buffer.allocUnsafe(row.key.length + 8);
  row.key.copy(key);
  key.writeBigInt64BE(BigInt(row.windowStartMs), row.key.length);
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
export function decodeChangelogRow(record: LogRecord): ChangelogRow | undefined {
  if (record.key === null || record.key.length < 8) return undefined;
  if (record.value !== null && record.value.length !== 16) return undefined;
  const split = record.key.length - 8;
  return {
    windowStartMs: Number(record.key.readBigInt64BE(split)),
    key: record.key.subarray(0, split),
    entry:
      record.value === null
        ? undefined
        : {
            count: Number(record.value.readBigInt64BE(0)),
            timestampMs: Number(record.value.readBigInt64BE(8)),
          },
  };
}
