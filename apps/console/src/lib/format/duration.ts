import { unbroken } from "./unbroken.ts";

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const two = (value: number): string => String(value).padStart(2, "0");

/**
 * A length of time in at most two units: milliseconds below a tenth of a second, tenths below ten seconds, whole seconds
 * below a minute. Units are cut, not rounded up: nothing is called a minute before it is one. The sign is dropped; see
 * {@link formatGap}. It stays on one line.
 *
 * @example formatDuration(252_000) === "4\u00a0min\u00a012\u00a0s"
 */
export function formatDuration(durationMs: number): string {
  return unbroken(durationText(durationMs));
}

function durationText(durationMs: number): string {
  const ms = Math.abs(durationMs);
  if (ms < 100) return `${Math.floor(ms)} ms`;
  if (ms < 10 * secondMs) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
  if (ms < minuteMs) return `${Math.floor(ms / secondMs)} s`;
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min ${two(Math.floor((ms % minuteMs) / secondMs))} s`;
  if (ms < dayMs) return `${Math.floor(ms / hourMs)} h ${two(Math.floor((ms % hourMs) / minuteMs))} min`;
  return `${Math.floor(ms / dayMs)} d ${two(Math.floor((ms % dayMs) / hourMs))} h`;
}

/**
 * A length that somebody has set, such as a bound or a window: as {@link formatDuration}, without parts that are zero, and in milliseconds
 * below a second.
 *
 * @example formatLength(5000) === "5\u00a0s"
 */
export function formatLength(durationMs: number): string {
  if (durationMs < secondMs) return unbroken(`${durationMs} ms`);
  return unbroken(
    durationText(durationMs)
      .replace(/\.0 s$/, " s")
      .replace(/ 00 (?:s|min|h)$/, ""),
  );
}

/**
 * A distance to the app's clock, for a cell: being behind it is the rule and goes without a word, being ahead does not.
 *
 * @example formatGap(-3_600_000) // "1 h 00 min ahead"
 */
export function formatGap(gapMs: number): string {
  return gapMs < 0 ? describeGap(gapMs) : formatDuration(gapMs);
}

/**
 * The same distance in words.
 *
 * @example describeGap(12_000) // "12 s behind"
 */
export function describeGap(gapMs: number): string {
  return `${formatDuration(gapMs)} ${gapMs < 0 ? "ahead" : "behind"}`;
}

/**
 * The same distance, and to what it is one.
 *
 * @example describeToClock(-12_000) // "12 s ahead of the app's clock"
 */
export function describeToClock(gapMs: number): string {
  return `${describeGap(gapMs)}${gapMs < 0 ? " of" : ""} the app's clock`;
}

/**
 * The age of data: whole seconds, so that it moves at one beat. With plain spaces, which people and scripts look for:
 * its line never breaks.
 *
 * @example formatAge(3900) === "3 s"
 */
export function formatAge(ageMs: number): string {
  return ageMs < minuteMs ? `${Math.floor(ageMs / secondMs)} s` : durationText(ageMs);
}

/** A length of time for the axis of a chart that shows gaps: one unit, short, and a word where it is ahead. */
export function formatAxisDuration(durationMs: number): string {
  const ahead = durationMs < 0 ? " ahead" : "";
  const ms = Math.abs(durationMs);
  const text = (unitMs: number, unit: string): string =>
    unbroken(`${Math.round((ms / unitMs) * 10) / 10} ${unit}${ahead}`);
  if (ms === 0) return "0";
  if (ms < minuteMs) return text(secondMs, "s");
  if (ms < hourMs) return text(minuteMs, "min");
  if (ms < dayMs) return text(hourMs, "h");
  return text(dayMs, "d");
}
