/**
 * The town's day in half a minute: a calm, and the moment when the ferry lands and everyone pays at once. The look-ups
 * of the merchants take fewer payments than that, so a backlog is left, which the calm works off within some seconds,
 * and on a slow machine well before the next ferry.
 */
const cycleMs = 25_000;
const rushFromMs = 3000;
const rushUntilMs = 5000;
const rushPerSecond = 400;
const calmPerSecond = 15;

/** @param sinceStartMs time since the tills were opened. */
export function paymentsPerSecond(sinceStartMs: number): number {
  const inCycleMs = sinceStartMs % cycleMs;
  return inCycleMs >= rushFromMs && inCycleMs < rushUntilMs ? rushPerSecond : calmPerSecond;
}

/** How far into a rush the till whose clock is ahead takes its payment: the backlog in front of it is short yet. */
const aheadAfterMs = 500;

/**
 * How often, by `sinceStartMs`, the till whose clock is ahead has taken a payment: one in each rush.
 */
export function paymentsAhead(sinceStartMs: number): number {
  return Math.floor((sinceStartMs - rushFromMs - aheadAfterMs) / cycleMs) + 1;
}

/**
 * The till that was set to the time of a place two hours to the east. One till has one merchant, and so one
 * partition: the one whose next payments wait behind it.
 */
export const aheadTill = { merchant: "mer_4007", till: 2 };
export const aheadMs = 2 * 60 * 60 * 1000;

/** The topology's bound of out-of-orderness: what a till takes to hand a payment in. */
export const boundMs = 1000;
export const windowMs = 60_000;
/**
 * How long a minute stays open for what is later than the bound. While the payment from the future waits, the time
 * of the app goes on without its partition; what stands behind it is then late by as long as it has waited, some ten
 * seconds, and must still find its minute open.
 */
export const graceMs = 30_000;
