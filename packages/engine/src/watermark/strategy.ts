/**
 * How the watermark of a source's partitions is made: the strategy that a topology names.
 *
 * Both built-in strategies follow the rule of the design: highest event time dispatched − bound, with no further
 * "− 1" (Flink's is one less), and they never go down.
 */
import { StoatFlowError } from "../errors.ts";

export type StrategyKind = "bounded-out-of-orderness" | "monotonous-timestamps";

/** Gives the event time of a decoded record in milliseconds; what is not an integer of 0 or more is invalid. */
export type TimestampAssigner<K, V> = (key: K, value: V, recordTimestampMs: number) => number;

export const defaultIdlenessMs = 300_000;

/**
 * An immutable strategy; each `with…` gives a changed copy. It fits every source until an assigner names what it
 * reads.
 *
 * @example
 * ```ts
 * const strategy = WatermarkStrategy.boundedOutOfOrderness(30_000)
 *   .withIdleness(60_000)
 *   .withTimestampAssigner((_key, order: { readonly placedAtMs: number }) => order.placedAtMs);
 * ```
 */
export class WatermarkStrategy<K = unknown, V = unknown> {
  readonly kind: StrategyKind;
  /** How far behind the highest event time the watermark stays, in milliseconds. */
  readonly boundMs: number;
  /** After this long without a dispatch a partition leaves the minimum; `undefined`: never. */
  readonly idlenessMs: number | undefined;
  /** Where event time is taken from; `undefined`: the log's timestamp. */
  readonly assigner: TimestampAssigner<K, V> | undefined;

  private constructor(
    kind: StrategyKind,
    boundMs: number,
    idlenessMs: number | undefined,
    assigner: TimestampAssigner<K, V> | undefined,
  ) {
    this.kind = kind;
    this.boundMs = boundMs;
    this.idlenessMs = idlenessMs;
    this.assigner = assigner;
  }

  /**
   * For records that come at most `boundMs` behind the highest event time before them.
   *
   * @throws {StoatFlowError} `configuration` where the bound is not an integer of 0 or more.
   */
  static boundedOutOfOrderness<K, V>(boundMs: number): WatermarkStrategy<K, V> {
    if (!Number.isSafeInteger(boundMs) || boundMs < 0) {
      throw new StoatFlowError("configuration", `the out-of-orderness bound is ${boundMs}`, {
        setting: "boundedOutOfOrderness",
        remedy: "give an integer of milliseconds, 0 or more",
      });
    }
    return new WatermarkStrategy<K, V>("bounded-out-of-orderness", boundMs, defaultIdlenessMs, undefined);
  }

  /** For records in order of their event time: a bound of 0. */
  static monotonousTimestamps<K, V>(): WatermarkStrategy<K, V> {
    return new WatermarkStrategy<K, V>("monotonous-timestamps", 0, defaultIdlenessMs, undefined);
  }

  /**
   * How long a partition may be without a dispatch before it stops holding the global watermark. 5 minutes where
   * this is not called.
   *
   * @param timeoutMs in milliseconds; `undefined` switches idleness off.
   * @throws {StoatFlowError} `configuration` where the time-out is not an integer above 0.
   */
  withIdleness(timeoutMs: number | undefined): WatermarkStrategy<K, V> {
    if (timeoutMs !== undefined && (!Number.isSafeInteger(timeoutMs) || timeoutMs <= 0)) {
      throw new StoatFlowError("configuration", `the idleness time-out is ${timeoutMs}`, {
        setting: "withIdleness",
        remedy: "give an integer of milliseconds above 0, or undefined to switch it off",
      });
    }
    return new WatermarkStrategy(this.kind, this.boundMs, timeoutMs, this.assigner);
  }

  /** Takes the event time from the decoded record instead of the log's timestamp. */
  withTimestampAssigner<K2 extends K, V2 extends V>(
    assigner: TimestampAssigner<K2, V2>,
  ): WatermarkStrategy<K2, V2> {
    return new WatermarkStrategy(this.kind, this.boundMs, this.idlenessMs, assigner);
  }
}
