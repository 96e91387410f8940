import type { SortColumn } from "./sort.ts";

export interface ShownColumn {
  readonly id: SortColumn;
  readonly word: string;
  readonly means: string;
  /** The class of its width. */
  readonly width: string;
  readonly isNumber: boolean;
}

const number = (id: SortColumn, word: string, width: string, means: string): ShownColumn => ({
  id,
  word,
  means,
  width,
  isNumber: true,
});

/** Offsets are of a usual length, or of up to 64 bits: see {@link widthOf}. */
const offset = "w-[100px]";

/** What the table shows, in this order. Widths are of the longest usual content: a tick that adds a digit moves nothing. */
export const shownColumns: readonly ShownColumn[] = [
  {
    id: "partition",
    word: "Partition",
    means: "topic and partition",
    width: "w-[132px] max-md:w-[104px]",
    isNumber: false,
  },
  {
    id: "state",
    word: "State",
    means: "what it does at the newest tick",
    width: "w-[140px]",
    isNumber: false,
  },
  number(
    "gap",
    "Watermark",
    "w-[132px] max-md:w-[92px]",
    "how far its watermark is behind the app's clock, or ahead of it; in this order by what it counts with, which is its preview where it has one, and those that don't count come last",
  ),
  number("position", "Position", offset, "the next offset to dispatch"),
  number("committed", "Committed", offset, "a restart goes on from this offset"),
  number("end", "End", offset, "the offset after the last record that may be read"),
  number("lag", "Lag", "w-[84px]", "offsets from its position to the end"),
  number(
    "buffer",
    "Buffered",
    "w-[152px]",
    "records that were fetched and wait for their turn, of those it has room for",
  ),
  number(
    "preview",
    "Preview",
    "w-[224px]",
    "the watermark that it will have once the record at its head goes out, and how much further that is than its watermark; it counts with it already",
  ),
  number(
    "held",
    "Held for",
    "w-[92px]",
    "by the app's clock: how long the record at its head has been held, while older ones of other partitions went out",
  ),
  number(
    "head",
    "Head",
    "w-[132px]",
    "the time stamp of the next record to dispatch: behind the app's clock, or ahead of it",
  ),
];

/** The class of a column's width where offsets may need `digits` digits: a number is never cut off. */
export function widthOf({ width }: ShownColumn, digits: number): string {
  return width === offset && digits > 9 ? "w-[192px]" : width;
}
