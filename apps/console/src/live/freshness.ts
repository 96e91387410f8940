export type Freshness =
  | { readonly kind: "none" }
  | { readonly kind: "fresh"; readonly ageMs: number }
  | { readonly kind: "stale"; readonly ageMs: number };

/**
 * How old a view is: its age when the API sent it, by the API's clock, and what has passed here since. The browser's
 * clock is only ever subtracted from itself.
 */
export function freshnessOf(input: {
  readonly receivedAtMs: number | null;
  /** Past this without a new tick, numbers are shown as old: by how often the app ticks. */
  readonly staleAfterMs: number;
  readonly sentAtMs: number;
  readonly arrivedAtMs: number;
  readonly nowMs: number;
}): Freshness {
  if (input.receivedAtMs === null) return { kind: "none" };
  const ageMs =
    Math.max(0, input.sentAtMs - input.receivedAtMs) + Math.max(0, input.nowMs - input.arrivedAtMs);
  return { kind: ageMs > input.staleAfterMs ? "stale" : "fresh", ageMs };
}
