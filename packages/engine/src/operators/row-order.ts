/**
 * Where a row stands among those of its epoch: what came of a record by the number with which it went to its lane
 * (in dispatch order, and within one record in the order of the topology's branches), then what was released when the
 * barrier passed, by the end of its window and by its key.
 *
 * Lanes work side by side, and which of them is first depends on their number and on what each has to do. Outputs
 * leave in this order instead, so that an epoch writes the same for any lanes (invariants 13 and 18).
 */
export type RowOrder = number | ReleasedAt;

/** The place of a row that was held back until its window had closed. */
export interface ReleasedAt {
  readonly closedMs: number;
  /** The key's bytes as latin-1 text: compares as the bytes do. */
  readonly key: string;
}

/**
 * Below 0 where `a` leaves before `b`, 0 where neither does.
 *
 * @example
 * ```ts
 * compareOrder(7, { closedMs: 1000, key: "a" }); // -1: released rows follow those of their epoch
 * ```
 */
export function compareOrder(a: RowOrder, b: RowOrder): number {
  if (typeof a === "number") return typeof b === "number" ? a - b : -1;
  if (typeof b === "number") return 1;
  if (a.closedMs !== b.closedMs) return a.closedMs - b.closedMs;
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}

/** `items` in the order of `orders`, those of one place as they came; the same list where they are in order already. */
export function inOrder<T>(items: readonly T[], orders: readonly RowOrder[]): readonly T[] {
  const orderOf = (index: number): RowOrder => orders[index] as RowOrder;
  const sorted = items.every((_, at) => at === 0 || compareOrder(orderOf(at - 1), orderOf(at)) <= 0);
  if (sorted) return items;
  const places = items.map((_, index) => index);
  places.sort((a, b) => compareOrder(orderOf(a), orderOf(b)));
  return places.map((index) => items[index] as T);
}
