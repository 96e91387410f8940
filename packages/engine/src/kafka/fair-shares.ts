/**
 * How many of at most `limit` records each partition gives to one poll: equal shares, and what one cannot use goes to
 * the others, the first ones first.
 *
 * @param available records at hand for each partition.
 * @example
 * ```ts
 * fairShares([5, 100, 100], 50); // [5, 23, 22]
 * ```
 */
export function fairShares(available: readonly number[], limit: number): readonly number[] {
  const shares = available.map(() => 0);
  let left = limit;
  let hungry = available.flatMap((count, i) => (count > 0 ? [i] : []));
  while (left > 0 && hungry.length > 0) {
    const each = Math.max(1, Math.floor(left / hungry.length));
    const stillHungry: number[] = [];
    for (const i of hungry) {
      const had = shares[i] ?? 0;
      const wanted = (available[i] ?? 0) - had;
      const given = Math.min(each, wanted, left);
      shares[i] = had + given;
      left -= given;
      if (given < wanted) stillHungry.push(i);
    }
    hungry = stillHungry;
  }
  return shares;
}
