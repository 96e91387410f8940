import type { Operator } from "../operators/operator.ts";
import type { Row } from "../operators/row.ts";
import type { AnySerde } from "../topology/graph.ts";
import type { LanePool } from "./lane-pool.ts";

/** The end of stage 0: makes the key's bytes, once, and by them sends the row to its lane, with its place in the order. */
export class KeyRouter implements Operator {
  readonly #entry: number;
  readonly #key: AnySerde | undefined;
  readonly #pool: LanePool;

  /** @param key how the key becomes bytes; `undefined`: the bytes of the record that the row came from. */
  constructor(entry: number, key: AnySerde | undefined, pool: LanePool) {
    this.#entry = entry;
    this.#key = key;
    this.#pool = pool;
  }

  process(row: Row): void {
    const keyBytes = this.#bytesOf(row);
    const routed = {
      key: row.key,
      value: row.value,
      timestampMs: row.timestampMs,
      headers: row.headers,
      origin: row.origin,
      order: this.#pool.nextPlace(),
      keyBytes,
    };
    this.#pool.route(this.#entry, routed, keyBytes);
  }

  #bytesOf(row: Row): Buffer | null {
    if (row.key === null || row.key === undefined) return null;
    return this.#key === undefined ? (row.origin?.key ?? null) : this.#key.serialize(row.key);
  }
}
