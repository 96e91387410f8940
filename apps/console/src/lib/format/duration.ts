const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const two = (value: number): string => String(value).padStart(2, "0");

/**
 * A length of time in at most two units: milliseconds below a tenth of a second, tenths below ten seconds, whole seconds
 * below a minute. Units are cut, not rounded up: nothing is called a minute before it is one. The sign is dropped; see
 * {@link formatGap}.
 *
 * @example formatDuration(252_000) === "4 min 12 s"
 */
export function formatDuration(durationMs: number): string {
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
 * @example formatLength(5000) === "5 s"
 */
export function formatLength(durationMs: number): string {
  if (durationMs < secondMs) return `${durationMs} ms`;
  return formatDuration(durationMs)
    .replace(/\.0 s$/, " s")
    .replace(/ 00 (?:s|min|h)$/, "");
}

/**
 * A distance to the app's clock: behind it without a sign, ahead of it with a minus.
 *
 * @example formatGap(-3_600_000) === "−1 h 00 min"
 */
export function formatGap(gapMs: number): string {
  return gapMs < 0 ? `−${formatDuration(gapMs)}` : formatDuration(gapMs);
}

/**
 * The same distance in words.
 *
 * @example describeGap(-12_000) === "12 s ahead"
 */
export function describeGap(gapMs: number): string {
  return `${formatDuration(gapMs)} ${gapMs < 0 ? "ahead" : "behind"}`;
}

/**
 * The age of data: whole seconds, so that it moves at one beat.
 *
 * @example formatAge(3900) === "3 s"
 */
export function formatAge(ageMs: number): string {
  return ageMs < minuteMs ? `${Math.floor(ageMs / secondMs)} s` : formatDuration(ageMs);
}

/** A length of time for the axis of a chart: one unit, short. */
export function formatAxisDuration(durationMs: number): string {
  const sign = durationMs < 0 ? "−" : "";
  const ms = Math.abs(durationMs);
  const trim = (value: number): string => String(Math.round(value * 10) / 10);
  if (ms === 0) return "0";
  if (ms < minuteMs) return `${sign}${trim(ms / secondMs)} s`;
  if (ms < hourMs) return `${sign}${trim(ms / minuteMs)} min`;
  if (ms < dayMs) return `${sign}${trim(ms / hourMs)} h`;
  return `${sign}${trim(ms / dayMs)} d`;
}
