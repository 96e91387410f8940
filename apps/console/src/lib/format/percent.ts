/**
 * A share as whole per cents, rounded down: what is not all is never told as 100 %.
 *
 * @param ratio 0 to 1.
 * @example formatPercent(0.629) // "62 %"
 */
export function formatPercent(ratio: number): string {
  // The quotient of two whole numbers may lie a hair below the hundredth it stands for.
  return `${Math.floor(ratio * 100 + 1e-9)}\u00a0%`;
}
