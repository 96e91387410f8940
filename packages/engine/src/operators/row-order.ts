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

/**
 * `items` in the order of `orders`, those of one place as they came; the same list where they are in order already.
 *
 * The numbers of an epoch lie close together, so that each item is put where it belongs without a comparison.
 */
export function inOrder<T>(items: readonly T[], orders: readonly RowOrder[]): readonly T[] {
  if (isInOrder(orders)) return items;
  const numbered: number[] = [];
  const released: number[] = [];
  for (let index = 0; index < orders.length; index += 1) {
    (typeof orders[index] === "number" ? numbered : released).push(index);
  }
  released.sort((a, b) => compareOrder(orders[a] as RowOrder, orders[b] as RowOrder));
  const places = [...placed(numbered, orders as readonly number[]), ...released];
  return places.map((index) => items[index] as T);
}

function isInOrder(orders: readonly RowOrder[]): boolean {
  for (let at = 1; at < orders.length; at += 1) {
    if (compareOrder(orders[at - 1] as RowOrder, orders[at] as RowOrder) > 0) return false;
  }
  return true;
}

/** The indices of `numbered` by their orders: a counting sort, or a common one where the numbers lie far apart. */
function placed(numbered: number[], orders: readonly number[]): Iterable<number> {
  const [first] = numbered;
  if (first === undefined) return numbered;
  let least = orders[first] as number;
  let most = least;
  for (const index of numbered) {
    const order = orders[index] as number;
    if (order < least) least = order;
    if (order > most) most = order;
  }
  if (most - least > numbered.length * 8 + 1024) {
    return numbered.sort((a, b) => (orders[a] as number) - (orders[b] as number));
  }
  const starts = new Uint32Array(most - least + 2);
  for (const index of numbered) {
    const next = (orders[index] as number) - least + 1;
    starts[next] = (starts[next] as number) + 1;
  }
  for (let at = 1; at < starts.length; at += 1)
    starts[at] = (starts[at] as number) + (starts[at - 1] as number);
  const sorted = new Uint32Array(numbered.length);
  for (const index of numbered) {
    const place = (orders[index] as number) - least;
    const at = starts[place] as number;
    sorted[at] = index;
    starts[place] = at + 1;
  }
  return sorted;
}
