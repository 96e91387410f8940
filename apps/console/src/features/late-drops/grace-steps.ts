import type { GraceFigures } from "@stoatflow/api";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Lengths that people set as a grace, from none to ten years. */
export const graceStepsMs: readonly number[] = [
  0,
  100,
  200,
  500,
  ...[1, 2, 5, 10, 15, 20, 30, 45].map((count) => count * second),
  ...[1, 1.5, 2, 3, 5, 10, 15, 20, 30, 45].map((count) => count * minute),
  ...[1, 1.5, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 3, 7, 14, 30, 60, 90, 180, 365, 3650].map((count) => count * day),
];

/** What one grace would have kept, counted by the server. */
export type Kept = GraceFigures["kept"][number];

/**
 * The steps that the slider has: up to the first that would have kept all, for the ones behind it keep no more.
 *
 * @param kept by grace, ascending.
 */
export function usefulSteps(kept: readonly Kept[]): readonly Kept[] {
  const last = kept.findIndex((one) => one.kept === one.of);
  return last < 0 ? kept : kept.slice(0, last + 1);
}

/** The step that is chosen where nobody chose: the first that would have kept nine of ten. */
export function proposedStep(steps: readonly Kept[]): Kept | undefined {
  return steps.find((step) => step.of > 0 && step.kept * 10 >= step.of * 9) ?? steps.at(-1);
}

/**
 * A share that is never rounded up to all, nor down to none.
 *
 * @example shareWords({ kept: 999, of: 1000 }) === "99\u00a0%"
 */
export function shareWords({ kept, of }: Pick<Kept, "kept" | "of">): string {
  if (kept > 0 && kept * 100 < of) return "less than 1\u00a0%";
  return `${of === 0 ? 0 : Math.floor((kept * 100) / of)}\u00a0%`;
}
