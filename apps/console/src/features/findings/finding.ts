/** What else is true of an app beside the one sentence: each thing that stands out names who it is of, and why. */
export interface Finding {
  readonly kind: FindingKind;
  readonly sentence: string;
  /** Where more of it is, below the address of the app. */
  readonly href: string;
}

/** Worst first: in this order they are listed. */
export const findingKinds = [
  "bug",
  "stuck-lane",
  "undecodable",
  "late-drops",
  "expected",
  "ahead",
  "held",
  "idle",
] as const;
export type FindingKind = (typeof findingKinds)[number];

/** The most others of a kind that are named behind the worst one. */
const othersNamed = 3;

/** "orders-2 and orders-5 too", for those of a kind behind the one that is told of; empty where there are none. */
export function othersToo(names: readonly string[]): string {
  if (names.length === 0) return "";
  const named = names.slice(0, othersNamed);
  const rest = names.length - named.length;
  const all = rest === 0 ? named : [...named, `${rest} more`];
  const last = all.at(-1);
  return ` So for ${all.length === 1 ? last : `${all.slice(0, -1).join(", ")} and ${last}`}.`;
}
