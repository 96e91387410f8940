import { niceTimeTicks } from "../../lib/format/time-ticks.ts";
import type { ShownHold } from "./shown-holds.ts";

/** One hold as a bar; places are shares of the strip's width, from 0 to 1. */
export interface HoldBar {
  readonly hold: ShownHold;
  readonly left: number;
  readonly width: number;
  /** Whether there is room for its duration beside it before the next bar of its row. */
  readonly isLabelled: boolean;
}

export interface StripRow {
  readonly partition: string;
  readonly bars: readonly HoldBar[];
}

export interface StripLayout {
  readonly rows: readonly StripRow[];
  readonly ticks: readonly { readonly atMs: number; readonly left: number }[];
  /** Holds that ended before the strip begins, and those of partitions that it has no row for. */
  readonly leftOut: number;
}

/** The strip never shows less than this, so that one short hold does not fill it, and never more. */
const spanMs = { min: 10_000, max: 600_000 } as const;

/** How many partitions have a row, those with the newest holds first chosen. */
export const rowsMax = 8;

/** The share of the width that a duration takes with air on both sides: one that touches the next bar reads as its. */
const labelRoom = 0.18;

/**
 * Where the bars of some holds stand, newest hold first in `holds`. The strip ends with the newest end and begins with
 * the oldest beginning, within {@link spanMs}: two short holds stand as far apart an hour later as when they were new.
 */
export function stripLayout(holds: readonly ShownHold[]): StripLayout {
  const toMs = Math.max(...holds.map((hold) => hold.toMs));
  if (holds.length === 0) return { rows: [], ticks: [], leftOut: 0 };
  const oldestMs = Math.min(...holds.map(({ fromMs }) => fromMs));
  const lengthMs = Math.min(spanMs.max, Math.max(spanMs.min, toMs - oldestMs));
  const firstMs = toMs - lengthMs;
  const place = (timeMs: number): number => Math.max(0, (timeMs - firstMs) / lengthMs);
  const byPartition = new Map<string, ShownHold[]>();
  let leftOut = 0;
  for (const hold of holds) {
    const row = byPartition.get(hold.partition);
    if (hold.toMs < firstMs || (row === undefined && byPartition.size === rowsMax)) leftOut += 1;
    else if (row === undefined) byPartition.set(hold.partition, [hold]);
    else row.push(hold);
  }
  const rows = [...byPartition].map(([partition, ofRow]) => ({ partition, bars: barsOf(ofRow, place) }));
  return {
    rows: rows.sort((a, b) => compareNames(a.partition, b.partition)),
    ticks: niceTimeTicks(firstMs, toMs, 6).map((atMs) => ({ atMs, left: place(atMs) })),
    leftOut,
  };
}

function barsOf(holds: readonly ShownHold[], place: (timeMs: number) => number): readonly HoldBar[] {
  const oldestFirst = holds.toSorted((a, b) => a.fromMs - b.fromMs);
  return oldestFirst.map((hold, index) => {
    const next = oldestFirst[index + 1];
    const left = place(hold.fromMs);
    const right = place(hold.toMs);
    const isLabelled = next === undefined || place(next.fromMs) - right >= labelRoom;
    return { hold, left, width: right - left, isLabelled };
  });
}

const names = new Intl.Collator("en", { numeric: true });

function compareNames(a: string, b: string): number {
  return names.compare(a, b);
}
