/**
 * How long an order takes from the moment it is placed to the log: what makes event time interesting.
 *
 * Most are there at once; some come out of order, within the bound; a few slower than the bound, and yet in time for
 * their minute by its grace; and now and then a till that was offline hands in an order whose minute is long closed.
 */
import { integerBetween, type Random } from "../chance.ts";

/** The topology's bound of out-of-orderness. */
export const boundMs = 5000;
/** How long a minute stays open for what is later than the bound. */
export const graceMs = 10_000;
export const windowMs = 60_000;

export interface Delay {
  readonly delayMs: number;
  readonly kind: "prompt" | "out-of-order" | "slow" | "offline";
}

const outOfOrderShare = 0.22;
const slowShare = 0.01;
const offlineShare = 0.004;

export function drawDelay(random: Random): Delay {
  const drawn = random();
  if (drawn < offlineShare) {
    // Later than a whole minute, its grace and the bound together: its minute is closed wherever it began.
    const least = windowMs + graceMs + boundMs + 45_000;
    return { kind: "offline", delayMs: integerBetween(least, least + 240_000, random) };
  }
  if (drawn < offlineShare + slowShare) {
    return { kind: "slow", delayMs: integerBetween(boundMs + 500, boundMs + graceMs - 2000, random) };
  }
  if (drawn < offlineShare + slowShare + outOfOrderShare) {
    return { kind: "out-of-order", delayMs: integerBetween(300, boundMs - 500, random) };
  }
  return { kind: "prompt", delayMs: integerBetween(5, 120, random) };
}
