/** From light to strong, and from neutral to the colour of waiting: told apart without seeing hues. */
export const heatLevels = [
  { belowMs: 2000, word: "under 2 s", colour: "var(--n-4)" },
  { belowMs: 10_000, word: "2 to 10 s", colour: "var(--n-7)" },
  { belowMs: 60_000, word: "10 s to 1 min", colour: "color-mix(in oklab, var(--waiting) 35%, var(--n-7))" },
  { belowMs: 600_000, word: "1 to 10 min", colour: "color-mix(in oklab, var(--waiting) 70%, var(--n-7))" },
  { belowMs: Number.POSITIVE_INFINITY, word: "10 min and more", colour: "var(--waiting)" },
] as const;

/** The place of a gap among the levels. Who is ahead of the clock is on the first. */
export function heatLevelOf(gapMs: number): number {
  return heatLevels.findIndex(({ belowMs }) => gapMs < belowMs);
}
