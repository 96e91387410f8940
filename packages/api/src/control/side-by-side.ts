/**
 * Does `work` for each item, at most `atOnce` of them at the same time, and answers in the order of the items.
 *
 * @param work does not throw.
 * @example
 * ```ts
 * const doubled = await sideBySide([1, 2, 3], 2, async (n) => 2 * n);
 * ```
 */
export async function sideBySide<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Map<number, R>();
  const waiting = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of waiting) results.set(index, await work(item));
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return items.flatMap((_, index) => {
    const result = results.get(index);
    return result === undefined ? [] : [result];
  });
}
