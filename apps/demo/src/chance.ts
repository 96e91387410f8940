/** A source of numbers in [0, 1); seeded where a run must be repeatable. */
export type Random = () => number;

/** One of the keys, each as likely as its share; shares add up to 1. */
export function chooseByShare<K extends string>(shares: Readonly<Record<K, number>>, random: Random): K {
  let left = random();
  let last: K | undefined;
  for (const key in shares) {
    last = key;
    left -= shares[key];
    if (left < 0) return key;
  }
  if (last === undefined) throw new Error("nothing to choose from");
  return last;
}

export function chooseOne<T>(from: readonly [T, ...T[]], random: Random): T {
  return from[Math.floor(random() * from.length)] ?? from[0];
}

/** An integer from `least` to `most`, both included. */
export function integerBetween(least: number, most: number, random: Random): number {
  return least + Math.floor(random() * (most - least + 1));
}
