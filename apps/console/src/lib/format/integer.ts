import { unbroken } from "./unbroken.ts";

const decimal = /^(-?)(\d+)$/;
const groupEnd = /\B(?=(\d{3})+(?!\d))/g;

/**
 * Groups the digits of decimal text without ever making a number of it, so that a 64-bit integer stays exact. Text
 * that is not an integer comes back as it was.
 *
 * @example groupDigits("9007199254740993") === "9,007,199,254,740,993"
 */
export function groupDigits(text: string): string {
  const match = decimal.exec(text);
  if (match === null) return text;
  const [, sign = "", digits = ""] = match;
  return `${sign === "" ? "" : "−"}${digits.replace(groupEnd, ",")}`;
}

/** Groups the digits of a safe integer. */
export function formatCount(count: number): string {
  return groupDigits(String(count));
}

/** "1 record", "2 records", on one line. */
export function formatQuantity(count: number, noun: string): string {
  return unbroken(`${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`);
}
