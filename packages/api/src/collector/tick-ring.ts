/**
 * The watermarks of the newest ticks of one app, in memory, so that a chart is not empty when it is opened.
 *
 * Owned and called by the app's collector. Bounded twice (invariant 17): in ticks, and in cells (a partition of a tick),
 * so that an app with 10,000 partitions is held for fewer ticks rather than in more memory. A tick's values are one
 * `Float64Array`; its `NaN` is an absent value and never leaves this file (invariant 15).
 */
import { partitionId } from "@stoatflow/engine/wire";
import {
  type AppSnapshot,
  type RecentTick,
  type RecentTicks,
  recentPartitionsMax,
  recentTicksMax,
  watermarkAtOf,
} from "../wire/index.ts";

/** 8 bytes each. */
const cellsMax = 2_000_000;

interface StoredTick {
  readonly bootId: string;
  readonly sequence: string;
  readonly atMs: number;
  readonly globalWatermarkMs: number | null;
  readonly watermarkAtMs: number;
  /** Shared by all ticks with the same partitions. */
  readonly ids: readonly string[];
  readonly values: Float64Array;
}

export class TickRing {
  readonly #ticks: StoredTick[] = [];
  #cells = 0;

  push(snapshot: AppSnapshot): void {
    const { bootId, sequence, atMs, watermarks } = snapshot;
    const { partitions, globalWatermarkMs } = watermarks;
    const ids = this.#shared(partitions.map(partitionId));
    const values = Float64Array.from(partitions, ({ watermarkMs }) => watermarkMs ?? Number.NaN);
    const watermarkAtMs = watermarkAtOf(snapshot);
    this.#ticks.push({ bootId, sequence, atMs, globalWatermarkMs, watermarkAtMs, ids, values });
    this.#cells += values.length;
    while (this.#ticks.length > recentTicksMax || (this.#cells > cellsMax && this.#ticks.length > 1)) {
      this.#cells -= this.#ticks.shift()?.values.length ?? 0;
    }
  }

  /** Without `wanted`: the partitions of the newest tick, those furthest behind where there are too many. */
  recent(wanted?: readonly string[]): RecentTicks {
    const newest = this.#ticks.at(-1);
    if (newest === undefined) return { ticks: [], omittedPartitions: 0 };
    const chosen = new Set(wanted ?? furthestBehind(newest));
    const columns = new Map<readonly string[], readonly Column[]>();
    const ticks = this.#ticks.map((tick) => {
      const of = columns.get(tick.ids) ?? columnsOf(tick.ids, chosen);
      columns.set(tick.ids, of);
      return shown(tick, of);
    });
    const omittedPartitions = newest.ids.length - (columns.get(newest.ids)?.length ?? 0);
    return { ticks, omittedPartitions };
  }

  #shared(ids: readonly string[]): readonly string[] {
    const last = this.#ticks.at(-1)?.ids;
    return last !== undefined && last.length === ids.length && last.every((id, i) => id === ids[i])
      ? last
      : ids;
  }
}

type Column = readonly [id: string, at: number];

function columnsOf(ids: readonly string[], chosen: ReadonlySet<string>): readonly Column[] {
  return ids.flatMap((id, at): Column[] => (chosen.has(id) ? [[id, at]] : []));
}

function shown(
  { bootId, sequence, atMs, globalWatermarkMs, watermarkAtMs, values }: StoredTick,
  columns: readonly Column[],
): RecentTick {
  const watermarks: Record<string, number | null> = {};
  for (const [id, at] of columns) {
    const value = values[at];
    watermarks[id] = value === undefined || Number.isNaN(value) ? null : value;
  }
  return { bootId, sequence, atMs, globalWatermarkMs, watermarkAtMs, watermarks };
}

/** A partition without a watermark draws no line, so it comes last. */
function furthestBehind({ ids, values }: StoredTick): readonly string[] {
  if (ids.length <= recentPartitionsMax) return ids;
  const rank = (at: number) => {
    const value = values[at];
    return value === undefined || Number.isNaN(value) ? Number.POSITIVE_INFINITY : value;
  };
  const order = ids.map((_, at) => at).sort((a, b) => (rank(a) === rank(b) ? a - b : rank(a) - rank(b)));
  return order.slice(0, recentPartitionsMax).flatMap((at) => ids[at] ?? []);
}
