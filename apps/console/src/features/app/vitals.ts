import type { FeedSnapshot, PartitionWatermark } from "@stoatflow/engine/wire";
import { describeGap, formatDuration, formatGap } from "../../lib/format/duration.ts";
import { formatCount, formatQuantity, groupDigits } from "../../lib/format/integer.ts";
import { absent, shown } from "../../lib/format/shown.ts";
import { formatIso, formatTimeNear } from "../../lib/format/time.ts";
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
export function vitalsOf(snapshot: FeedSnapshot, isBehind: boolean): readonly Vital[] {
  return [
    gapVital(snapshot, isBehind),
    lagVital(snapshot),
    heldVital(snapshot),
    lateVital(snapshot),
    violationsVital(snapshot),
  ];
}

function gapVital({ sequence, atMs, watermarks }: FeedSnapshot, isBehind: boolean): Vital {
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
  const gapMs = atMs - value;
  const title = `${value} ms · ${formatIso(value)} · ${describeGap(gapMs)} the app's clock`;
  return {
    label: "Gap to now",
    figure: { column: "globalWatermarkMs", sequence, value, shown: shown(formatGap(gapMs), title) },
    note: `watermark ${formatTimeNear(value, atMs)} UTC`,
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

function heldVital({ sequence, atMs, watermarks: { partitions } }: FeedSnapshot): Vital {
  const since = partitions
    .map((partition) => partition.headHeldSinceMs)
    .filter((sinceMs) => sinceMs !== null);
  const count = since.length;
  const oldest = Math.min(...since);
  return {
    label: "Held partitions",
    figure: {
      column: "held",
      sequence,
      value: count,
      shown: shown(formatCount(count), `${count} partitions`),
    },
    note: count === 0 ? "no head is in the future" : `longest for ${formatDuration(atMs - oldest)}`,
    hue: count === 0 ? undefined : "text-held",
  };
}

function lateVital(snapshot: FeedSnapshot): Vital {
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
    note: sinceStart(snapshot),
    hue: count === 0 ? undefined : "text-late",
  };
}

/** Kinds that no set-back of a log and no full buffer explains. */
const neverExpected = [
  "commit_offset_regression",
  "watermark_regression",
  "lane_order",
  "epoch_overlap",
] as const;

function violationsVital(snapshot: FeedSnapshot): Vital {
  const { violations } = snapshot.status.counters;
  const count = Object.values(violations).reduce((sum, each) => sum + each, 0);
  const withBugs = neverExpected.some((kind) => violations[kind] > 0);
  return {
    label: "Violations",
    figure: {
      column: "violations",
      sequence: snapshot.sequence,
      value: count,
      shown: shown(formatCount(count), String(count)),
    },
    note: withBugs ? "bugs among them" : sinceStart(snapshot),
    hue: count === 0 ? undefined : withBugs ? "text-bug" : "text-expected",
  };
}

function sinceStart({ status, atMs }: FeedSnapshot): string {
  return `since its start, ${formatTimeNear(status.startedAtMs, atMs).replace(/:\d+\.\d+$/, "")} UTC`;
}
