import { readDuration } from "./read-duration.ts";
import type { Times } from "./times.ts";

const dayMs = 86_400_000;
const clock = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?$/;
const local = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?))?$/;

/**
 * A moment as people write it, in milliseconds since 1970: how long ago, a time of day (the last one that is not in the
 * future), a date with or without one, ISO 8601. What names no zone is of the one that times are shown in. `undefined`
 * for what is none of these.
 *
 * @example
 * ```ts
 * readMoment("5 min ago", nowMs, times); // nowMs - 300000
 * readMoment("2026-11-30T13:42:07Z", nowMs, times);
 * ```
 */
export function readMoment(text: string, nowMs: number, times: Pick<Times, "offsetMs">): number | undefined {
  const words = text.replaceAll("\u00a0", " ").trim();
  const ago = /^(.+?)\s+ago$/i.exec(words)?.[1];
  if (ago !== undefined) {
    const agoMs = readDuration(ago);
    return agoMs === undefined ? undefined : nowMs - agoMs;
  }
  const ofDay = clock.exec(words);
  if (ofDay !== null) return lastAt(ofDay, nowMs, times);
  const named = local.exec(words);
  if (named !== null) return inZone(Date.parse(`${named[1]}T${named[2] ?? "00:00"}Z`), times);
  return /^\d{4}-\d{2}-\d{2}T.+(?:Z|[+-]\d{2}:\d{2})$/.test(words) ? known(Date.parse(words)) : undefined;
}

/** The last time of day that is not in the future: at night, 23:50 was yesterday. */
function lastAt(
  [, hour, minute, second = "0", milli = "0"]: RegExpExecArray,
  nowMs: number,
  times: Pick<Times, "offsetMs">,
): number | undefined {
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const ofDayMs =
    Number(hour) * 3_600_000 + Number(minute) * 60_000 + Number(second) * 1000 + Number(milli.padEnd(3, "0"));
  const hereMs = nowMs + times.offsetMs(nowMs);
  const todayMs = Math.floor(hereMs / dayMs) * dayMs + ofDayMs;
  return inZone(todayMs > hereMs ? todayMs - dayMs : todayMs, times);
}

/** @param hereMs as if it were UTC. */
function inZone(hereMs: number, { offsetMs }: Pick<Times, "offsetMs">): number | undefined {
  const aboutMs = known(hereMs);
  if (aboutMs === undefined) return undefined;
  // The distance to UTC is that of the moment itself, which a change of the clocks may lie in front of.
  return hereMs - offsetMs(hereMs - offsetMs(hereMs));
}

function known(timeMs: number): number | undefined {
  return Number.isNaN(timeMs) ? undefined : timeMs;
}
