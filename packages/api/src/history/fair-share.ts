/** Who gives up what, where all together hold too much: pure. */

/**
 * How much each has to give up for all together to hold no more than `most`. Those that hold most come down to one
 * level; whoever holds less than that gives up nothing.
 *
 * @example
 * ```ts
 * excessOf(new Map([["noisy", 900], ["quiet", 50]]), 500); // noisy: 450
 * ```
 */
export function excessOf(held: ReadonlyMap<string, number>, most: number): ReadonlyMap<string, number> {
  const order = [...held].sort(([, a], [, z]) => a - z);
  let rest = most;
  const excess = new Map<string, number>();
  for (const [i, [name, bytes]] of order.entries()) {
    const level = rest / (order.length - i);
    rest -= Math.min(bytes, level);
    if (bytes > level) excess.set(name, bytes - level);
  }
  return excess;
}
