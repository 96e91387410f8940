import type { AppSnapshot } from "@stoatflow/api";
import { watermarkAtOf } from "@stoatflow/api/wire";
import type { FeedSnapshot, PartitionWatermark } from "@stoatflow/engine/wire";
import { formatDuration } from "../../lib/format/duration.ts";
import { formatCount, formatQuantity, groupDigits } from "../../lib/format/integer.ts";
import { absent, shown } from "../../lib/format/shown.ts";
import { formatIso } from "../../lib/format/time.ts";
import type { Times } from "../../lib/format/times.ts";
import { partitionName } from "../../live/append-tick.ts";
import type { Figure } from "../../ui/number-cell.tsx";

export interface Vital {
  readonly label: string;
  readonly figure: Figure;
  /** What stands behind the number, in a few words. */
  readonly note: string;
  /** The class of its hue, where the number is trouble. */
  readonly hue: string | undefined;
}

/** The names of the numbers, in their order. */
export const vitalLabels = ["Gap to now", "Lag", "Held partitions", "Late drops", "Violations"] as const;

/** The numbers of an app at one tick. `isBehind`: its gap is more than its bound explains. */
export function vitalsOf(snapshot: AppSnapshot, isBehind: boolean, times: Times): readonly Vital[] {
  return [
    gapVital(snapshot, isBehind, times),
    lagVital(snapshot),
    heldVital(snapshot, times),
    lateVital(snapshot, times),
    violationsVital(snapshot, times),
  ];
}

function gapVital(snapshot: AppSnapshot, isBehind: boolean, times: Times): Vital {
  const { sequence, watermarks } = snapshot;
  const value = watermarks.globalWatermarkMs;
  if (value === null) {
    const figure = {
      column: "globalWatermarkMs",
      sequence,
      value,
      shown: absent("there is no global watermark yet"),
    };
    return { label: "Gap to now", figure, note: "no watermark yet", hue: undefined };
  }
  const atMs = watermarkAtOf(snapshot);
  const gapMs = atMs - value;
  const text = shown(formatDuration(gapMs), times.title(value, atMs));
  return {
    // A word beside a number of this size has no room, so the label says it.
    label: gapMs < 0 ? "Ahead of now" : "Gap to now",
    figure: { column: "globalWatermarkMs", sequence, value, shown: text },
    note: `watermark ${times.words(value, atMs)}`,
    hue: isBehind ? "text-waiting" : undefined,
  };
}

function lagVital({ sequence, watermarks: { partitions } }: FeedSnapshot): Vital {
  const total = totalLag(partitions);
  const known = partitions.filter((partition) => partition.lag !== null).length;
  const missing = partitions.length - known;
  const note =
    missing === 0 ? "offsets to the end" : `offsets; ${formatQuantity(missing, "partition")} not known`;
  const text = total === null ? absent("no partition's lag is known yet") : shown(groupDigits(total), total);
  return {
    label: "Lag",
    figure: { column: "lag", sequence, value: total, shown: text },
    note,
    hue: undefined,
  };
}

/** The sum of the lags that are known, exactly; `null` where none is. */
export function totalLag(partitions: readonly PartitionWatermark[]): string | null {
  let total: bigint | null = null;
  for (const { lag } of partitions) if (lag !== null) total = (total ?? 0n) + BigInt(lag);
  return total === null ? null : String(total);
}

function heldVital({ sequence, atMs, watermarks: { partitions } }: FeedSnapshot, times: Times): Vital {
  let count = 0;
  let longest: { readonly of: PartitionWatermark; readonly sinceMs: number } | undefined;
  for (const of of partitions) {
    if (of.headHeldSinceMs === null) continue;
    count += 1;
    if (longest === undefined || of.headHeldSinceMs < longest.sinceMs)
      longest = { of, sinceMs: of.headHeldSinceMs };
  }
  return {
    label: "Held partitions",
    figure: {
      column: "held",
      sequence,
      value: count,
      shown: shown(formatCount(count), titleOfHeld(count, longest?.sinceMs, atMs)),
    },
    note:
      longest === undefined
        ? "no head is held"
        : heldNote(longest.of, times.words(longest.sinceMs, atMs), count),
    hue: count === 0 ? undefined : "text-held",
  };
}

/** Who is held and since when, and what that does to event time. */
function heldNote(longest: PartitionWatermark, since: string, count: number): string {
  const who = `${count === 1 ? "" : "longest "}${partitionName(longest)}`;
  const goesOn =
    longest.previewWatermarkMs === null
      ? "it has no preview, so event time waits for it"
      : "event time does not wait for it";
  return `${who} since ${since}; ${goesOn}`;
}

function titleOfHeld(count: number, sinceMs: number | undefined, atMs: number): string {
  const partitions = formatQuantity(count, "partition");
  if (sinceMs === undefined) return partitions;
  return `${partitions} · the longest for ${formatDuration(atMs - sinceMs)}, since ${formatIso(sinceMs)}`;
}

function lateVital(snapshot: FeedSnapshot, times: Times): Vital {
  const { sequence, status } = snapshot;
  const count = status.counters.lateDropped;
  return {
    label: "Late drops",
    figure: {
      column: "lateDropped",
      sequence,
      value: count,
      shown: shown(formatCount(count), String(count)),
    },
    note: sinceStart(snapshot, times),
    hue: count === 0 ? undefined : "text-late",
  };
}

function violationsVital(snapshot: FeedSnapshot, times: Times): Vital {
  const { violations, violationClasses } = snapshot.status.counters;
  const count = Object.values(violations).reduce((sum, each) => sum + each, 0);
  const { bug, expected } = violationClasses;
  return {
    label: "Violations",
    figure: {
      column: "violations",
      sequence: snapshot.sequence,
      value: count,
      shown: shown(formatCount(count), String(count)),
    },
    note:
      count === 0
        ? sinceStart(snapshot, times)
        : `${formatQuantity(bug, "bug")}, ${formatCount(expected)} expected`,
    hue: count === 0 ? undefined : bug > 0 ? "text-bug" : "text-expected",
  };
}

function sinceStart({ status, atMs }: FeedSnapshot, times: Times): string {
  return `since its start, ${times.words(status.startedAtMs, atMs)}`;
}
