import type { FilteredLateDropPage, LateDropEntry } from "@stoatflow/api";

/** The most rows that a page lists; those before them are a time filter away. */
export const rowsMax = 1000;

/** What is at hand of a list of late drops: the newest without a gap, as far down as somebody has looked. */
export interface DropTail {
  /** Newest first, none twice. */
  readonly rows: readonly LateDropEntry[];
  /** What lies behind the last row. */
  readonly end:
    | { readonly kind: "more"; readonly before: string }
    /** Nothing that is held and matches. */
    | { readonly kind: "all" }
    /** More, but the list is full. */
    | { readonly kind: "full" };
  /** How the list stood when it was last asked for. */
  readonly standing: Pick<
    FilteredLateDropPage,
    "total" | "retained" | "olderThanRetained" | "freshness" | "looked"
  >;
}

/** The name of a drop in a link. */
export function dropName({ bootId, id }: Pick<LateDropEntry, "bootId" | "id">): string {
  return `${bootId}-${id}`;
}

/**
 * The list with a newer page of its beginning.
 *
 * @returns `undefined` where the page does not reach down to what is at hand: between the two there are rows that nobody
 *   has seen, so that a longer page has to be asked for, or the list begun anew with it.
 */
export function withNewest(tail: DropTail | undefined, page: FilteredLateDropPage): DropTail | undefined {
  // Of a list without rows there is nothing that a page could reach, and one that goes on to the end has them all.
  if (tail === undefined || tail.rows.length === 0 || page.nextBefore === null) return beginWith(page);
  const at = new Map(tail.rows.map((row, index) => [dropName(row), index]));
  const known = page.items.map((row) => at.get(dropName(row))).filter((index) => index !== undefined);
  if (known.length === 0) return undefined;
  const inPage = new Set(page.items.map(dropName));
  const below = tail.rows.slice(Math.max(-1, ...known) + 1).filter((row) => !inPage.has(dropName(row)));
  return bounded({ rows: [...page.items, ...below], end: tail.end, standing: standingOf(page) });
}

/** The list begun anew with a page of the newest. */
export function beginWith(page: FilteredLateDropPage): DropTail {
  return { rows: page.items, end: endOf(page), standing: standingOf(page) };
}

/**
 * The list with the page behind its last row.
 *
 * @param before the cursor that the page was asked for with. Where the list no longer ends there it stays as it is, for
 *   between the two there would be rows that nobody has seen.
 */
export function withOlder(tail: DropTail, page: FilteredLateDropPage, before: string): DropTail {
  if (tail.end.kind !== "more" || tail.end.before !== before) return tail;
  const known = new Set(tail.rows.map(dropName));
  const rows = [...tail.rows, ...page.items.filter((row) => !known.has(dropName(row)))];
  const standing = { ...standingOf(page), looked: tail.standing.looked + page.looked };
  return bounded({ rows, end: endOf(page), standing });
}

/** How many rows of a list are above the newest one of another that was set aside; `atLeast` where it no longer reaches down to it. */
export function newerThan(
  held: DropTail,
  now: DropTail,
): { readonly count: number; readonly atLeast: boolean } {
  const [top] = held.rows;
  if (top === undefined) return { count: now.rows.length, atLeast: now.end.kind !== "all" };
  const index = now.rows.findIndex((row) => dropName(row) === dropName(top));
  return index < 0 ? { count: now.rows.length, atLeast: true } : { count: index, atLeast: false };
}

function endOf({ nextBefore }: FilteredLateDropPage): DropTail["end"] {
  return nextBefore === null ? { kind: "all" } : { kind: "more", before: nextBefore };
}

function standingOf(page: FilteredLateDropPage): DropTail["standing"] {
  const { total, retained, olderThanRetained, freshness, looked } = page;
  return { total, retained, olderThanRetained, freshness, looked };
}

function bounded(tail: DropTail): DropTail {
  if (tail.rows.length < rowsMax) return tail;
  const isCut = tail.rows.length > rowsMax || tail.end.kind !== "all";
  return isCut ? { ...tail, rows: tail.rows.slice(0, rowsMax), end: { kind: "full" } } : tail;
}
