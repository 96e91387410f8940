import { partitionForKey } from "../record/murmur2.ts";
import type { Serde } from "../record/serde.ts";
import type { EpochSink, Operator } from "./operator.ts";
import type { Row } from "./row.ts";

export interface SinkOptions {
  readonly topic: string;
  readonly partitions: number;
  /** Absent: the key's bytes are those of the record it came from. */
  readonly key: Serde<unknown> | undefined;
  readonly value: Serde<unknown> | undefined;
  readonly effects: EpochSink;
}

/**
 * Writes each row to a topic, within the transaction of the epoch. A key or value of `null` is written as `null`.
 *
 * The partition is murmur2 of the key's bytes, as Java's producer chooses it; a row without a key goes to the
 * partition of the record it came from, so that its order is kept; a released one without a key to the first.
 */
export class SinkOperator implements Operator {
  readonly #options: SinkOptions;

  constructor(options: SinkOptions) {
    this.#options = options;
  }

  process(row: Row): void {
    const { topic, partitions, key: keySerde, value: valueSerde, effects } = this.#options;
    const key = row.keyBytes !== undefined ? row.keyBytes : bytesOf(row.key, keySerde, row.origin?.key);
    const value = bytesOf(row.value, valueSerde, row.origin?.value);
    const record = {
      topic,
      partition: key === null ? (row.origin?.partition ?? 0) % partitions : partitionForKey(key, partitions),
      timestampMs: row.timestampMs,
      key,
      value,
      headers: row.headers,
    };
    effects.output(record, row.order);
  }
}

function bytesOf(
  of: unknown,
  serde: Serde<unknown> | undefined,
  original: Buffer | null | undefined,
): Buffer | null {
  if (of === null || of === undefined) return null;
  return serde === undefined ? (original ?? null) : serde.serialize(of);
}
