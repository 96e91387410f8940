/**
 * How the watermark of a source's partitions is made: the strategy that a topology names.
 *
 * The built-in strategies follow the rule of the design: highest event time dispatched − bound, with no further
 * "− 1" (Flink's is one less), and they never go down.
 */
import { StoatFlowError } from "../errors.ts";
import type { WatermarkGenerator } from "./generator.ts";

export type StrategyKind = "bounded-out-of-orderness" | "monotonous-timestamps" | "custom";

/** Gives the event time of a decoded record in milliseconds; what is not an integer of 0 or more is invalid. */
export type TimestampAssigner<K, V> = (key: K, value: V, recordTimestampMs: number) => number;

export const defaultIdlenessMs = 300_000;

/** A group of sources that keep pace with each other in event time. */
export interface WatermarkAlignment {
  readonly group: string;
  /** How far ahead of the group's lowest watermark a partition may get before it is held. */
  readonly maxDriftMs: number;
}

/** What a strategy is made of. */
interface StrategyParts<K, V> {
  readonly kind: StrategyKind;
  readonly boundMs: number | undefined;
  readonly createGenerator: (() => WatermarkGenerator<K, V>) | undefined;
  readonly idlenessMs: number | undefined;
  readonly assigner: TimestampAssigner<K, V> | undefined;
  readonly alignment: WatermarkAlignment | undefined;
}

const builtIn = {
  createGenerator: undefined,
  idlenessMs: defaultIdlenessMs,
  assigner: undefined,
  alignment: undefined,
} as const;

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
  readonly #parts: StrategyParts<K, V>;

  private constructor(parts: StrategyParts<K, V>) {
    this.#parts = parts;
  }

  get kind(): StrategyKind {
    return this.#parts.kind;
  }

  /** How far behind the highest event time the watermark stays, in milliseconds; `undefined` with a custom generator. */
  get boundMs(): number | undefined {
    return this.#parts.boundMs;
  }

  /** Makes the custom generator of one partition; `undefined` with a built-in strategy. */
  get createGenerator(): (() => WatermarkGenerator<K, V>) | undefined {
    return this.#parts.createGenerator;
  }

  /** After this long without a dispatch a partition leaves the minimum; `undefined`: never. */
  get idlenessMs(): number | undefined {
    return this.#parts.idlenessMs;
  }

  /** Where event time is taken from; `undefined`: the log's timestamp. */
  get assigner(): TimestampAssigner<K, V> | undefined {
    return this.#parts.assigner;
  }

  /** The group that the source keeps pace with; `undefined`: none. */
  get alignment(): WatermarkAlignment | undefined {
    return this.#parts.alignment;
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
    return new WatermarkStrategy<K, V>({ ...builtIn, kind: "bounded-out-of-orderness", boundMs });
  }

  /** For records in order of their event time: a bound of 0. */
  static monotonousTimestamps<K, V>(): WatermarkStrategy<K, V> {
    return new WatermarkStrategy<K, V>({ ...builtIn, kind: "monotonous-timestamps", boundMs: 0 });
  }

  /**
   * For watermarks by a rule of the app's own; `create` is called once for each partition that is read.
   *
   * A head that is held has no preview, since its watermark can't be known before it is dispatched: event time stands
   * still until then, or until the partition is idle. Keep an idleness time-out on such a source.
   *
   * @example
   * ```ts
   * const strategy = WatermarkStrategy.forGenerator<string, string>(() => ({
   *   onEvent: (_event, timestampMs, output) => output.emitWatermark(timestampMs - 1000),
   *   onPeriodicEmit: () => {},
   * }));
   * ```
   */
  static forGenerator<K, V>(create: () => WatermarkGenerator<K, V>): WatermarkStrategy<K, V> {
    return new WatermarkStrategy<K, V>({
      ...builtIn,
      kind: "custom",
      boundMs: undefined,
      createGenerator: create,
    });
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
    return new WatermarkStrategy({ ...this.#parts, idlenessMs: timeoutMs });
  }

  /** Takes the event time from the decoded record instead of the log's timestamp. */
  withTimestampAssigner<K2 extends K, V2 extends V>(
    assigner: TimestampAssigner<K2, V2>,
  ): WatermarkStrategy<K2, V2> {
    return new WatermarkStrategy({ ...this.#parts, assigner });
  }

  /**
   * Keeps the source's partitions at most `maxDriftMs` ahead of the lowest watermark of all partitions whose sources
   * name the same group: a partition that is further ahead dispatches nothing until the others have caught up.
   *
   * Partitions that are idle or have no watermark yet hold nobody up. The one with the lowest watermark is never held.
   *
   * @throws {StoatFlowError} `configuration` where the group has no name or the drift is not an integer of 0 or more.
   */
  withWatermarkAlignment(group: string, maxDriftMs: number): WatermarkStrategy<K, V> {
    if (group === "" || !Number.isSafeInteger(maxDriftMs) || maxDriftMs < 0) {
      const given = `the alignment is group ${JSON.stringify(group)} with a drift of ${maxDriftMs}`;
      throw new StoatFlowError("configuration", given, {
        setting: "withWatermarkAlignment",
        remedy: "give a name and an integer of milliseconds, 0 or more",
      });
    }
    return new WatermarkStrategy({ ...this.#parts, alignment: { group, maxDriftMs } });
  }
}
