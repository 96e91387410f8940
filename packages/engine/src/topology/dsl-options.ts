/** What the calls of the DSL are given beside functions: serdes, names, limits. */
import type { Serde } from "../record/serde.ts";
import type { WatermarkStrategy } from "../watermark/strategy.ts";

/** How the records of a source are read. */
export interface Consumed<K, V> {
  readonly key: Serde<K>;
  readonly value: Serde<V>;
  /** @default bounded out-of-orderness of 0, idle after 5 minutes */
  readonly watermark?: WatermarkStrategy<K, V>;
}

/** How the rows of a stream are written. */
export interface Produced<K, V> {
  readonly key: Serde<K>;
  readonly value: Serde<V>;
}

/** How the rows of a stream are grouped. */
export interface Grouped<K> {
  /** How the key becomes bytes. May be left out while the key is that of the source. */
  readonly key?: Serde<K>;
}

/** How an asynchronous operator is run. */
export interface AsyncOptions<K> {
  /** How the key becomes bytes. May be left out while the key is that of the source. */
  readonly key?: Serde<K>;
  /** How long one call may take, in milliseconds. @default 30000 */
  readonly timeLimitMs?: number;
}

/** How the state of an operator is kept. */
export interface Materialized {
  /** Names the store, and so its changelog topic `<app>-<name>-changelog`. */
  readonly name: string;
}

/** When a table that is suppressed lets a row through; {@link Suppressed} gives one. */
export interface Suppression {
  readonly until: "window-closes";
}

/**
 * When a table that is suppressed lets a row through.
 *
 * @example
 * ```ts
 * const untilClosed = Suppressed.untilWindowCloses();
 * ```
 */
export const Suppressed = {
  /** Once for each key and window, with the final result, at the barrier whose watermark closes the window. */
  untilWindowCloses: (): Suppression => ({ until: "window-closes" }),
} as const;
