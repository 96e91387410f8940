import type { HoldEntry, PastHolds } from "@stoatflow/api";
import { partitionName } from "../../live/append-tick.ts";
import type { ShownHold } from "./shown-holds.ts";

/** How many holds are looked through for the longest of them: pages of the most that one answer has. */
export const pageSize = 200;
export const pagesMax = 10;

/** How many are listed. */
const longestMax = 10;

export interface LookedThrough {
  readonly holds: readonly HoldEntry[];
  /** There were older ones in the span that were not looked at. */
  readonly isMore: boolean;
}

/** The holds of a span, newest first, as many as are looked through. */
export async function lookThrough(
  page: (before: string | undefined) => Promise<PastHolds>,
): Promise<LookedThrough> {
  const holds: HoldEntry[] = [];
  let before: string | null | undefined;
  for (let turn = 0; turn < pagesMax && before !== null; turn += 1) {
    const { items, nextBefore }: PastHolds = await page(before);
    holds.push(...items);
    before = nextBefore;
  }
  return { holds, isMore: before !== null };
}

/** A hold in the list of the longest: one that has ended, or one that lasts at the tick. */
export interface LongHold {
  readonly key: string;
  readonly partition: string;
  readonly headOffset: string;
  readonly fromMs: number;
  readonly durationMs: number;
  readonly lasts: boolean;
}

/** The longest first; those that last count with how long they have lasted at the tick, whenever they began. */
export function longestHolds(
  ended: readonly HoldEntry[],
  lasting: readonly ShownHold[],
): readonly LongHold[] {
  const past = ended.map((hold) => ({
    key: `${hold.bootId} ${hold.id}`,
    partition: partitionName(hold),
    headOffset: hold.headOffset,
    fromMs: hold.fromMs,
    durationMs: hold.heldMs,
    lasts: false,
  }));
  const now = lasting.map(({ key, partition, headOffset, fromMs, durationMs }) => ({
    key,
    partition,
    headOffset,
    fromMs,
    durationMs,
    lasts: true,
  }));
  return [...now, ...past].sort((a, b) => b.durationMs - a.durationMs).slice(0, longestMax);
}
