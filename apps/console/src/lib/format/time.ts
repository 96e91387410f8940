/** Beyond this a Date has no value. */
export const dateLimitMs = 8_640_000_000_000_000;

const clockFormat = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hour12: false,
});

/**
 * Milliseconds since 1970 as ISO 8601 in UTC, with milliseconds. A time that no calendar can name is shown as its
 * number.
 *
 * @example formatIso(0) === "1970-01-01T00:00:00.000Z"
 */
export function formatIso(timeMs: number): string {
  return Math.abs(timeMs) > dateLimitMs ? `${timeMs} ms` : new Date(timeMs).toISOString();
}

/**
 * The time of day in UTC, to the second.
 *
 * @example formatClock(0) === "00:00:00"
 */
export function formatClock(timeMs: number): string {
  return Math.abs(timeMs) > dateLimitMs ? `${timeMs} ms` : clockFormat.format(timeMs);
}

/**
 * Date and time of day in UTC with milliseconds, for a cell.
 *
 * @example formatDateTime(0) === "1970-01-01 00:00:00.000"
 */
export function formatDateTime(timeMs: number): string {
  return formatIso(timeMs).replace("T", " ").replace("Z", "");
}

/**
 * The time of day in UTC with milliseconds, with the day in front where it is not the day of `nearMs`.
 *
 * @example formatTimeNear(1, 0) === "00:00:00.001"
 */
export function formatTimeNear(timeMs: number, nearMs: number): string {
  const text = formatDateTime(timeMs);
  const [day = "", clock] = text.split(" ");
  return clock !== undefined && formatDateTime(nearMs).startsWith(`${day} `) ? clock : text;
}
