import type { Headers } from "./headers.ts";
import type { Offset } from "./offset.ts";
import type { TopicPartition } from "./topic-partition.ts";

/** A record as the log gives it, undecoded. */
export interface LogRecord extends TopicPartition {
  readonly offset: Offset;
  /** Milliseconds since 1970 as the log has it; may be negative. Beyond ±(2^53 − 1) it is not exact. */
  readonly timestampMs: number;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: Headers;
}

/** A record to be written. The partition is always chosen by the engine (murmur2 of the key, as Java's client). */
export interface ProducerRecord extends TopicPartition {
  readonly timestampMs: number;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: Headers;
}

/** Bytes a record holds in memory or in a request, a good estimate for bounds. */
export function recordBytes(record: LogRecord | ProducerRecord): number {
  let bytes = 70 + (record.key?.length ?? 0) + (record.value?.length ?? 0);
  for (const [name, value] of record.headers) bytes += name.length + (value?.length ?? 0);
  return bytes;
}
