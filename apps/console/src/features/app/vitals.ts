import type { FeedSnapshot, PartitionWatermark } from "@stoatflow/engine/wire";
import { describeGap, formatDuration, formatGap } from "../../lib/format/duration.ts";
import { formatCount, groupDigits } from "../../lib/format/integer.ts";
import { absent, shown } from "../../lib/format/shown.ts";
import { formatIso } from "../../lib/format/time.ts";
import type { Figure } from "../../ui/number-cell.tsx";

export interface Vital {
  readonly label: string;
  readonly figure: Figure;
  /** What stands behind the number, in a few words. */
  readonly note: string;
  /** The class of its hue, where the number is trouble. */
  readonly hue: string | undefined;
}

/** A watermark this far behind is worth a colour. */
const gapIsTroubleMs = 60_000;

/** The four numbers of an app at one tick: gap, lag, held partitions, late drops. */
export function vitalsOf(snapshot: FeedSnapshot): readonly Vital[] {
  return [gapVital(snapshot), lagVital(snapshot), heldVital(snapshot), lateVital(snapshot)];
}

function gapVital({ sequence, atMs, watermarks }: FeedSnapshot): Vital {
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
    note: `at ${formatIso(value).slice(11, 23)} UTC`,
    hue: gapMs > gapIsTroubleMs ? "text-waiting" : undefined,
  };
}

function lagVital({ sequence, watermarks: { partitions } }: FeedSnapshot): Vital {
  const total = totalLag(partitions);
  const known = partitions.filter((partition) => partition.lag !== null).length;
  const note =
    known === partitions.length ? "offsets to the end" : `of ${known} of ${partitions.length} partitions`;
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
    label: "Held",
    figure: {
      column: "held",
      sequence,
      value: count,
      shown: shown(formatCount(count), `${count} partitions`),
    },
    note: count === 0 ? "no head is held" : `longest for ${formatDuration(atMs - oldest)}`,
    hue: count === 0 ? undefined : "text-held",
  };
}

function lateVital({ sequence, status }: FeedSnapshot): Vital {
  const count = status.counters.lateDropped;
  return {
    label: "Late drops",
    figure: {
      column: "lateDropped",
      sequence,
      value: count,
      shown: shown(formatCount(count), String(count)),
    },
    note: "since its start",
    hue: count === 0 ? undefined : "text-late",
  };
}
