/** What else is true of an app beside the one sentence: each thing that stands out names who it is of, and why. */
export interface Finding {
  readonly kind: FindingKind;
  readonly sentence: string;
  /** Where more of it is, below the address of the app. */
  readonly href: string;
}

/** Worst first: in this order they are listed. */
export const findingKinds = [
  "violation",
  "stuck-lane",
  "undecodable",
  "late-drops",
  "ahead",
  "held",
  "idle",
] as const;
export type FindingKind = (typeof findingKinds)[number];

/** The most of one kind that are told one by one. */
export const toldOfAKind = 3;

/**
 * Tells the first of a kind one by one, and how many there are beyond.
 *
 * @param more what the others are, after their number: `partitions are held`.
 */
export function tellFew<Item>(
  items: readonly Item[],
  tell: (item: Item) => Finding,
  more: (count: number) => Omit<Finding, "kind">,
): readonly Finding[] {
  const told = items.slice(0, toldOfAKind).map(tell);
  const [first] = told;
  const rest = items.length - told.length;
  return first === undefined || rest === 0 ? told : [...told, { kind: first.kind, ...more(rest) }];
}
