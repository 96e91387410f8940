/**
 * Times in the words that a reader has chosen. Pure: what is shown depends on the arguments and the preference alone.
 * Whatever shows a time takes a {@link Times}; a component has it from `useTimes()`.
 */
import { describeToClock, formatAge, formatGap } from "./duration.ts";
import { type Shown, shown } from "./shown.ts";
import { dateLimitMs, formatIso } from "./time.ts";
import { defaultTimePreference, type TimePreference } from "./time-preference.ts";
import { unbroken } from "./unbroken.ts";

export interface Times {
  readonly preference: TimePreference;
  /** The zone that the preference comes to: never `browser`. */
  readonly zone: string;
  /** How far the zone is ahead of UTC at a time, for ticks that are round in it. */
  offsetMs(timeMs: number): number;
  /** The zone at a time, as its distance to UTC: `UTC`, `UTC+2`, `UTC-3:30`. */
  zoneWord(timeMs: number): string;
  /** The time of day to the second: `14:13:20`. */
  clock(timeMs: number): string;
  /** A tick of an axis whose ticks are `stepMs` apart: no finer than they are. */
  tick(timeMs: number, stepMs: number): string;
  /** Date and time of day, with milliseconds. */
  dateTime(timeMs: number): string;
  /** The time of day with milliseconds, with the day in front where it is not the day of `nearMs`. */
  near(timeMs: number, nearMs: number): string;
  /** The same to the second with its zone, for a sentence: `14:13:20 UTC`. It stays on one line. */
  words(timeMs: number, nearMs: number): string;
  /** Every form of a time: raw, ISO, by the zone, and its distance to the app's clock at `atMs`. */
  title(timeMs: number, atMs: number): string;
  /** An event time in a cell, at a tick of `atMs`: its distance to the app's clock, or the time. */
  eventTime(timeMs: number, atMs: number): Shown;
  /** A moment at which something happened, in a cell: how long ago, or the time. */
  moment(timeMs: number, nowMs: number): Shown;
}

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const dayMs = 86_400_000;

/**
 * @param zone what `browser` comes to; by default the zone of this machine.
 * @example timesOf({ zone: "UTC", form: "absolute", hours: 24 }).clock(0) === "00:00:00"
 */
export function timesOf(preference: TimePreference, zone: string = zoneOf(preference)): Times {
  const { form, hours } = preference;
  const offsets = new Intl.DateTimeFormat("en-GB", { timeZone: zone, timeZoneName: "longOffset" });

  /** The local date and time as an ISO text without a zone; `undefined` where no calendar has the time. */
  function local(timeMs: number): string | undefined {
    const shiftedMs = timeMs + offsetMs(timeMs);
    return isBeyond(timeMs) || isBeyond(shiftedMs)
      ? undefined
      : new Date(shiftedMs).toISOString().slice(0, -1);
  }
  function offsetMs(timeMs: number): number {
    return zone === "UTC" || isBeyond(timeMs) ? 0 : offsetIn(offsets.format(timeMs));
  }
  function zoneWord(timeMs: number): string {
    return offsetWord(offsetMs(timeMs));
  }
  function clockOf(iso: string, toLetter: number): string {
    const [, ofDay = ""] = iso.split("T");
    return hours === 24 ? ofDay.slice(0, toLetter) : halfDayClock(ofDay, toLetter);
  }
  function clock(timeMs: number): string {
    const iso = local(timeMs);
    return iso === undefined ? raw(timeMs) : clockOf(iso, toSeconds);
  }
  function dayAndClock(timeMs: number, toLetter: number): string {
    const iso = local(timeMs);
    return iso === undefined ? raw(timeMs) : `${dayOf(iso)} ${clockOf(iso, toLetter)}`;
  }
  function nearTo(timeMs: number, nearMs: number, toLetter: number): string {
    const [iso, nearIso] = [local(timeMs), local(nearMs)];
    if (iso === undefined || nearIso === undefined) return raw(timeMs);
    return dayOf(iso) === dayOf(nearIso) ? clockOf(iso, toLetter) : dayAndClock(timeMs, toLetter);
  }
  function tick(timeMs: number, stepMs: number): string {
    const iso = local(timeMs);
    if (iso === undefined) return raw(timeMs);
    if (stepMs >= dayMs) return dayOf(iso);
    return clockOf(iso, stepMs < secondMs ? toMilliseconds : stepMs < minuteMs ? toSeconds : toMinutes);
  }
  const near = (timeMs: number, nearMs: number): string => nearTo(timeMs, nearMs, toMilliseconds);
  function title(timeMs: number, atMs: number): string {
    return `${all(timeMs)} · ${describeToClock(atMs - timeMs)}`;
  }
  /** Raw and ISO, and by the zone where that is another. */
  function all(timeMs: number): string {
    const inZone = `${dayAndClock(timeMs, toMilliseconds)} ${zoneWord(timeMs)}`;
    const other = zone === "UTC" && hours === 24 ? "" : ` · ${inZone}`;
    return `${timeMs} ms · ${formatIso(timeMs)}${other}`;
  }
  return {
    preference,
    zone,
    offsetMs,
    zoneWord,
    clock,
    tick,
    near,
    title,
    dateTime: (timeMs) => dayAndClock(timeMs, toMilliseconds),
    words: (timeMs, nearMs) => unbroken(`${nearTo(timeMs, nearMs, toSeconds)} ${zoneWord(timeMs)}`),
    eventTime: (timeMs, atMs) =>
      shown(form === "relative" ? formatGap(atMs - timeMs) : near(timeMs, atMs), title(timeMs, atMs)),
    moment: (timeMs, nowMs) => {
      const ago = agoOf(nowMs - timeMs);
      return shown(form === "relative" ? ago : near(timeMs, nowMs), `${all(timeMs)} · ${ago}`);
    },
  };
}

/** Times as they are shown to who has chosen nothing. */
export const defaultTimes: Times = timesOf(defaultTimePreference);

/**
 * How long ago something was, by the second.
 *
 * @example agoOf(12_000) === "12\u00a0s\u00a0ago"
 */
export function agoOf(ageMs: number): string {
  return unbroken(ageMs < 0 ? `in ${formatAge(-ageMs)}` : `${formatAge(ageMs)} ago`);
}

/** How much of `14:13:20.123` is shown. */
const toMinutes = 5;
const toSeconds = 8;
const toMilliseconds = 12;

function zoneOf({ zone }: TimePreference): string {
  return zone === "browser" ? new Intl.DateTimeFormat().resolvedOptions().timeZone : zone;
}

function isBeyond(timeMs: number): boolean {
  return !(Math.abs(timeMs) <= dateLimitMs);
}

function raw(timeMs: number): string {
  return `${timeMs} ms`;
}

function dayOf(iso: string): string {
  return iso.slice(0, iso.indexOf("T"));
}

function halfDayClock(ofDay: string, toLetter: number): string {
  const hour = Number(ofDay.slice(0, 2));
  return `${hour % 12 === 0 ? 12 : hour % 12}${ofDay.slice(2, toLetter)} ${hour < 12 ? "am" : "pm"}`;
}

/** What stands behind `GMT` in a date such as `21/09/2026, GMT-03:30`; old times have seconds too. */
function offsetIn(text: string): number {
  const [, sign, hour, minute = "0", second = "0"] = /GMT([+-])(\d+):?(\d+)?:?(\d+)?$/.exec(text) ?? [];
  if (hour === undefined) return 0;
  const ms = (Number(hour) * 60 + Number(minute)) * minuteMs + Number(second) * secondMs;
  return sign === "-" ? -ms : ms;
}

function offsetWord(offsetMs: number): string {
  if (offsetMs === 0) return "UTC";
  const minutes = Math.floor(Math.abs(offsetMs) / minuteMs);
  const rest = minutes % 60 === 0 ? "" : `:${String(minutes % 60).padStart(2, "0")}`;
  return `UTC${offsetMs < 0 ? "-" : "+"}${Math.floor(minutes / 60)}${rest}`;
}
