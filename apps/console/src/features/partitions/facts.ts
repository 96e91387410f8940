import type { AppSnapshot, PastMoment, PastPartition } from "@stoatflow/api";
import type { HeldBackBy, PartitionState, PartitionWatermark } from "@stoatflow/engine/wire";
import { formatDuration, formatLength } from "../../lib/format/duration.ts";
import { formatCount, groupDigits } from "../../lib/format/integer.ts";
import { absent, type Shown, shown } from "../../lib/format/shown.ts";
import type { Times } from "../../lib/format/times.ts";
import { partitionName } from "../../live/append-tick.ts";
import { partitionFigures } from "./partition-figures.ts";
import { countsIn } from "./sort.ts";

/** A line of what is known of a partition. */
export type Fact =
  | { readonly kind: "state"; readonly label: string; readonly state: PartitionState; readonly more: string }
  | {
      readonly kind: "value";
      readonly label: string;
      /** The field of the wire, where there is one of it. */
      readonly column?: string;
      readonly value: string | number | null;
      readonly shown: Shown;
    };

/** Everything of a partition at the newest tick. */
export function factsNow(
  row: PartitionWatermark,
  tick: Pick<AppSnapshot, "sequence" | "atMs">,
  holder: HeldBackBy | undefined,
  times: Times,
): readonly Fact[] {
  const figures = partitionFigures(row, tick, times);
  const fact = (label: string, column: keyof typeof figures): Fact => {
    const { value, shown } = figures[column];
    return { kind: "value", label, column, value, shown };
  };
  const { idleSinceMs, strategy, boundMs } = row;
  return [
    { kind: "state", label: "State", state: row.state, more: partOf(row, holder) },
    value(
      "Bound",
      boundMs === null
        ? absent("a custom generator keeps a rule of its own")
        : shown(formatLength(boundMs), strategy),
    ),
    fact("Watermark", "watermarkMs"),
    fact("Preview", "previewWatermarkMs"),
    fact("Held for", "headHeldSinceMs"),
    fact("Head's time stamp", "headTimestampMs"),
    fact("Head's offset", "headOffset"),
    fact("Position", "position"),
    fact("Committed", "committed"),
    fact("End", "endPosition"),
    fact("Lag", "lag"),
    fact("Buffered", "bufferedRecords"),
    fact("Buffer's bound", "bufferCapacity"),
    value(
      "Idle for",
      idleSinceMs === null
        ? absent("it is not idle")
        : shown(formatDuration(tick.atMs - idleSinceMs), times.title(idleSinceMs, tick.atMs)),
    ),
  ];
}

/** What history keeps of a partition at a moment. */
export function factsAt(
  row: PastPartition,
  moment: Extract<PastMoment, { readonly kind: "known" }>,
  times: Times,
): readonly Fact[] {
  const { sampleMs, ageMs, globalWatermarkMs, heldBackBy } = moment;
  const time = (timeMs: number | null, why: string): Shown =>
    timeMs === null ? absent(why) : times.eventTime(timeMs, sampleMs);
  const isHolder = heldBackBy !== null && partitionName(heldBackBy) === partitionName(row);
  return [
    { kind: "state", label: "State", state: row.state, more: isHolder ? reasonWords(heldBackBy) : "" },
    value("Watermark", time(row.watermarkMs, "it had none"), row.watermarkMs),
    value("Preview", time(row.previewWatermarkMs, "its head was not held"), row.previewWatermarkMs),
    value(
      "Lag",
      row.lag === null ? absent("it was not known") : shown(groupDigits(row.lag), row.lag),
      row.lag,
    ),
    value(
      "Buffered",
      shown(formatCount(row.bufferedRecords), String(row.bufferedRecords)),
      row.bufferedRecords,
    ),
    value("Global watermark", time(globalWatermarkMs, "there was none"), globalWatermarkMs),
    value(
      "Held back by",
      heldBackBy === null
        ? absent("no partition held event time back")
        : shown(`${partitionName(heldBackBy)}, ${heldBackBy.reason}`, heldBackBy.reason),
    ),
    value(
      "Seen",
      shown(
        `${times.near(sampleMs, sampleMs + ageMs)}, ${formatDuration(ageMs)} before`,
        times.title(sampleMs, sampleMs + ageMs),
      ),
    ),
  ];
}

function value(
  label: string,
  text: Shown,
  raw: string | number | null = text.absent ? null : text.text,
): Fact {
  return { kind: "value", label, value: raw, shown: text };
}

/** What it is for the global watermark. */
function partOf(row: PartitionWatermark, holder: HeldBackBy | undefined): string {
  if (holder !== undefined) return reasonWords(holder);
  if (countsIn(row)) return "counts, and others are further behind";
  return row.idleSinceMs === null ? "does not count" : "does not count while it is idle";
}

function reasonWords({ reason }: HeldBackBy): string {
  return `sets the event time: ${reason.replaceAll("-", " ")}`;
}
