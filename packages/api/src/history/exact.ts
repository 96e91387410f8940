/**
 * An integer kept exact up to 64 bits (invariant 16): a `number` where that is safe, a `bigint` beyond. One value has
 * one form, so that `===` tells equality; `<` and `>` are exact between the two forms as they are.
 */
export type Exact = number | bigint;

/** `value` in its one form. */
export function exact(value: bigint): Exact {
  const near = Number(value);
  return Number.isSafeInteger(near) ? near : value;
}

/** Fifteen digits are always below 2^53. */
const safeDigits = 15;

/** Of the decimal text of the wire. */
export function exactOf(text: string): Exact {
  return text.length <= safeDigits ? Number(text) : exact(BigInt(text));
}
