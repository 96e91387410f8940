import type { PartitionState, PartitionWatermark } from "@stoatflow/engine/wire";
import { formatDuration } from "../../lib/format/duration.ts";
import { formatCount, groupDigits } from "../../lib/format/integer.ts";
import { absent, type Shown, shown } from "../../lib/format/shown.ts";
import { formatIso } from "../../lib/format/time.ts";
import type { Times } from "../../lib/format/times.ts";
import type { Figure } from "../../ui/number-cell.tsx";

/** The numbers of one row, by the names that they have on the wire. */
export type PartitionColumn =
  | "watermarkMs"
  | "previewWatermarkMs"
  | "headHeldSinceMs"
  | "headTimestampMs"
  | "headOffset"
  | "bufferedRecords"
  | "bufferCapacity"
  | "position"
  | "committed"
  | "endPosition"
  | "lag";

export interface TickOf {
  readonly sequence: string;
  readonly atMs: number;
}

/** Each number of a partition at one tick, formatted, with a reason where there is none. */
export function partitionFigures(
  partition: PartitionWatermark,
  { sequence, atMs }: TickOf,
  times: Times,
): Readonly<Record<PartitionColumn, Figure>> {
  const figure = <Value extends string | number>(
    column: PartitionColumn,
    value: Value | null,
    format: (value: Value) => Shown,
    reason: string,
  ): Figure => ({ column, sequence, value, shown: value === null ? absent(reason) : format(value) });
  const time = (value: number): Shown => times.eventTime(value, atMs);
  const integer = (value: string): Shown => shown(groupDigits(value), value);
  const count = (value: number): Shown => shown(formatCount(value), String(value));
  const since = (value: number): Shown =>
    shown(formatDuration(atMs - value), `since ${formatIso(value)} · ${value} ms`);
  const { state } = partition;
  return {
    watermarkMs: figure("watermarkMs", partition.watermarkMs, time, whyNoWatermark(state)),
    previewWatermarkMs: figure(
      "previewWatermarkMs",
      partition.previewWatermarkMs,
      time,
      whyNoPreview(partition),
    ),
    headHeldSinceMs: figure("headHeldSinceMs", partition.headHeldSinceMs, since, "its head is not held"),
    headTimestampMs: figure(
      "headTimestampMs",
      partition.headTimestampMs,
      time,
      "its buffer is empty: there is no head",
    ),
    headOffset: figure("headOffset", partition.headOffset, integer, "its buffer is empty: there is no head"),
    bufferedRecords: figure("bufferedRecords", partition.bufferedRecords, count, ""),
    bufferCapacity: figure("bufferCapacity", partition.bufferCapacity, count, ""),
    position: figure("position", partition.position, integer, whyNoOffset(state)),
    committed: figure("committed", partition.committed, integer, "nothing was committed for it yet"),
    endPosition: figure("endPosition", partition.endPosition, integer, whyNoOffset(state)),
    lag: figure("lag", partition.lag, integer, whyNoOffset(state)),
  };
}

function whyNoWatermark(state: PartitionState): string {
  if (state === "starting") return "it is starting: nothing was dispatched from it yet";
  if (state === "revoked") return "it was revoked";
  return "nothing was dispatched from it yet";
}

function whyNoPreview(partition: PartitionWatermark): string {
  if (partition.headHeldSinceMs !== null && partition.strategy === "custom") {
    return "a custom watermark generator gets no preview";
  }
  return "its head is not held";
}

function whyNoOffset(state: PartitionState): string {
  return state === "revoked" ? "it was revoked" : "the log has not told it yet";
}
