/** Integers are read as `bigint` and may be written as either; bytes are read as `ArrayBuffer` or `Uint8Array`. */
import type { ColumnType } from "kysely";
import type { EventKind } from "./events.ts";

type Integer = ColumnType<bigint | number, bigint | number, bigint | number>;
type Bytes = ColumnType<ArrayBuffer | Uint8Array, Uint8Array, Uint8Array>;

export interface HistoryTables {
  /** Which partitions and lanes the columns of an app are of. */
  readonly history_series: {
    /** The id of an app as configured, here and in all tables. */
    readonly app_id: string;
    /** By content, see `seriesId`. */
    readonly series: string;
    readonly bytes: Integer;
    /** JSON. */
    readonly body: string;
    /** The newest tick of it, within an hour. */
    readonly last_s: Integer;
  };
  /** Ticks until their minute is over; those of one second, series and boot are one row. */
  readonly history_ticks: {
    readonly at_s: Integer;
    readonly app_id: string;
    readonly series: string;
    readonly boot_id: string;
    readonly bytes: Integer;
    readonly body: Bytes;
  };
  /** The steps of a tier within one span of time. */
  readonly history_chunks: {
    readonly app_id: string;
    readonly tier: Integer;
    readonly from_s: Integer;
    /** Counts those of one span: one for each boot and series, and for what came late. */
    readonly part: Integer;
    /** 0: the app and its lanes; above: some of its partitions. */
    readonly slab: Integer;
    readonly series: string;
    readonly boot_id: string;
    /** 1: the next coarser tier has it too. */
    readonly rolled: Integer;
    readonly bytes: Integer;
    /** Deflated. */
    readonly body: Bytes;
  };
  readonly history_events: {
    readonly app_id: string;
    readonly kind: EventKind;
    /** Of a change of a leader, which several boots tell, its `leaderChangeKey`. */
    readonly boot_id: string;
    readonly entry_id: Integer;
    readonly at_ms: Integer;
    readonly bytes: Integer;
    /** JSON. */
    readonly body: string;
    /** 1: a violation that must never happen. */
    readonly bug: ColumnType<bigint, 0 | 1 | undefined, 0 | 1>;
  };
}
