import type { TopicPartition } from "../record/topic-partition.ts";
import type { WatermarkContribution } from "./contribution.ts";
import type { MoveCause, WatermarkMove } from "./watermark-moves.ts";

/** A partition as the search for what moved the watermark sees it. */
export interface Mover extends WatermarkContribution {
  readonly partition: TopicPartition;
  /** Grows with each change of a contribution over all partitions: who has the higher one changed later. */
  readonly changedAt: number;
  /** Its preview is what it contributes. */
  readonly previewCounts: boolean;
}

/** Where a partition held the minimum at the last look. Those that did not count held it nowhere. */
export type Levels<P extends Mover> = ReadonlyMap<P, number>;

export function levelsOf<P extends Mover>(partitions: Iterable<P>): Map<P, number> {
  const levels = new Map<P, number>();
  for (const partition of partitions) levels.set(partition, levelOf(partition));
  return levels;
}

function levelOf({ idle, leftOut, valueMs }: Mover): number {
  if (idle || leftOut) return Number.POSITIVE_INFINITY;
  return valueMs ?? Number.NEGATIVE_INFINITY;
}

/**
 * The rise from `fromMs` to `toMs`, by the partitions that let it go.
 *
 * The partition that held the minimum lowest at the last look has let it go as far as the next one's level: that is
 * one move. Where others were below `toMs` too, the one among them that changed last has let the rest go.
 */
export function movesBetween<P extends Mover>(
  before: Levels<P>,
  partitions: ReadonlySet<P>,
  rise: { readonly fromMs: number | undefined; readonly toMs: number; readonly atMs: number },
): WatermarkMove[] {
  const { fromMs, toMs, atMs } = rise;
  const floorMs = fromMs ?? Number.NEGATIVE_INFINITY;
  const holders: { readonly partition: P; readonly levelMs: number }[] = [];
  for (const partition of new Set([...before.keys(), ...partitions])) {
    const levelMs = Math.max(floorMs, before.get(partition) ?? Number.NEGATIVE_INFINITY);
    if (levelMs < toMs) holders.push({ partition, levelMs });
  }
  const lowestMs = Math.min(...holders.map(({ levelMs }) => levelMs));
  const first = lastChanged(
    holders.filter(({ levelMs }) => levelMs === lowestMs).map(({ partition }) => partition),
  );
  const last = lastChanged(holders.map(({ partition }) => partition));
  if (first === undefined || last === undefined) return [];
  const nextMs = Math.min(toMs, ...holders.map(({ levelMs }) => levelMs).filter((level) => level > lowestMs));
  const move = (by: P, from: number | undefined, to: number): WatermarkMove => {
    return { fromMs: from, toMs: to, atMs, ...by.partition, cause: causeOf(by, partitions) };
  };
  if (nextMs >= toMs || first === last) return [move(first, fromMs, toMs)];
  return [move(first, fromMs, nextMs), move(last, nextMs, toMs)];
}

function lastChanged<P extends Mover>(movers: readonly P[]): P | undefined {
  let last: P | undefined;
  for (const mover of movers) if (last === undefined || mover.changedAt > last.changedAt) last = mover;
  return last;
}

function causeOf<P extends Mover>(mover: P, partitions: ReadonlySet<P>): MoveCause {
  if (!partitions.has(mover)) return "removed";
  if (mover.idle) return "idle";
  return mover.previewCounts ? "preview" : "dispatched";
}
