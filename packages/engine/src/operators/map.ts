import type { Operator } from "./operator.ts";
import type { Row } from "./row.ts";

/** A row as a mapper gives it. */
export interface KeyValue<K, V> {
  readonly key: K;
  readonly value: V;
}

/** Gives each row a new key and value; time and headers stay. */
export class MapOperator implements Operator {
  readonly #mapper: (key: unknown, value: unknown) => KeyValue<unknown, unknown>;
  readonly #next: Operator;

  constructor(mapper: (key: unknown, value: unknown) => KeyValue<unknown, unknown>, next: Operator) {
    this.#mapper = mapper;
    this.#next = next;
  }

  process(row: Row): void {
    const { key, value } = this.#mapper(row.key, row.value);
    this.#next.process({
      key,
      value,
      timestampMs: row.timestampMs,
      headers: row.headers,
      origin: row.origin,
      order: row.order,
      keyBytes: undefined,
    });
  }
}

/** Gives each row a new value; the key, and so its lane, stays. */
export class MapValuesOperator implements Operator {
  readonly #mapper: (value: unknown, key: unknown) => unknown;
  readonly #next: Operator;

  constructor(mapper: (value: unknown, key: unknown) => unknown, next: Operator) {
    this.#mapper = mapper;
    this.#next = next;
  }

  process(row: Row): void {
    this.#next.process({
      key: row.key,
      value: this.#mapper(row.value, row.key),
      timestampMs: row.timestampMs,
      headers: row.headers,
      origin: row.origin,
      order: row.order,
      keyBytes: row.keyBytes,
    });
  }
}
