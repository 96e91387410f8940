/** Orders a second at a moment: a slow swell, between 40 and 80. */
export function ordersPerSecond(nowMs: number): number {
  const swellMs = 45_000;
  return 60 + 20 * Math.sin((2 * Math.PI * (nowMs % swellMs)) / swellMs);
}

/** Partition 5 is the quiet one: an order reaches it only this often, and it is idle in between. */
export const quietPartition = 5;
export const quietEveryMs = 50_000;
export const idlenessMs = 20_000;
