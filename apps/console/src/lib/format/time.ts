/** Beyond this a Date has no value. */
export const dateLimitMs = 8_640_000_000_000_000;

/**
 * Milliseconds since 1970 as ISO 8601 in UTC, with milliseconds. A time that no calendar can name is shown as its
 * number.
 *
 * @example formatIso(0) === "1970-01-01T00:00:00.000Z"
 */
export function formatIso(timeMs: number): string {
  return Math.abs(timeMs) > dateLimitMs ? `${timeMs} ms` : new Date(timeMs).toISOString();
}
