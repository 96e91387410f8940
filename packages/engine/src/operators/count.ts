import type { CountEntry } from "../state/changelog.ts";
import type { KeyValueStore } from "../state/key-value-store.ts";
import type { LaneContext, Operator } from "./operator.ts";
import type { Row } from "./row.ts";

export interface CountOptions {
  readonly store: KeyValueStore<CountEntry>;
  readonly context: LaneContext;
  readonly next: Operator;
}

/**
 * Counts rows by key over all time and gives every update: the count so far, stamped with the largest event time of
 * the rows counted. As in Kafka Streams a row without a key or without a value is dropped and counted as such; no row
 * is ever late here, since nothing closes.
 */
export class CountOperator implements Operator {
  readonly #options: CountOptions;

  constructor(options: CountOptions) {
    this.#options = options;
  }

  process(row: Row): void {
    const { store, context, next } = this.#options;
    const { keyBytes } = row;
    if (row.key === null || row.key === undefined || keyBytes === null || keyBytes === undefined) {
      context.effects.dropped("nullKey");
      return;
    }
    if (row.value === null || row.value === undefined) {
      context.effects.dropped("nullValue");
      return;
    }
    const key = keyBytes.toString("latin1");
    const before = store.get(key);
    const entry: CountEntry = {
      count: (before?.count ?? 0) + 1,
      timestampMs: before === undefined ? row.timestampMs : Math.max(before.timestampMs, row.timestampMs),
    };
    store.put(key, entry);
    next.process({
      key: row.key,
      value: entry.count,
      timestampMs: entry.timestampMs,
      headers: row.headers,
      origin: row.origin,
      order: row.order,
      keyBytes,
    });
  }
}
