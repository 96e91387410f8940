/** In which words a reader wants times: of which zone, as a distance or as they are, with 12 or 24 hours. */
export interface TimePreference {
  /** `UTC`, `browser` for the zone of the browser, or a name of the IANA list such as `Europe/Berlin`. */
  readonly zone: string;
  readonly form: TimeForm;
  readonly hours: HourCount;
}

/** A time in a cell as its distance to now, or as date and time of day. */
export const timeForms = ["relative", "absolute"] as const;
export type TimeForm = (typeof timeForms)[number];

export const hourCounts = [24, 12] as const;
export type HourCount = (typeof hourCounts)[number];

/** A cookie, so that the server renders times as they are wanted and nothing flashes. */
export const timeCookie = "stoatflow-times";

/** What the logs of most machines go by, and a distance, which needs no arithmetic. */
export const defaultTimePreference: TimePreference = { zone: "UTC", form: "relative", hours: 24 };

/**
 * The preference that a cookie holds. What is missing or is none of the choices is as by default, each part for itself:
 * a zone that this machine does not know takes nothing else with it.
 *
 * @example readTimePreference("absolute.12.Asia/Kolkata").zone === "Asia/Kolkata"
 */
export function readTimePreference(value: string | undefined): TimePreference {
  const [form, hours, ...zone] = (value ?? "").split(".");
  return {
    form: timeForms.find((each) => each === form) ?? defaultTimePreference.form,
    hours: hourCounts.find((each) => String(each) === hours) ?? defaultTimePreference.hours,
    zone: knownZone(zone.join(".")) ?? defaultTimePreference.zone,
  };
}

/** The value of the cookie that {@link readTimePreference} reads. */
export function writeTimePreference({ form, hours, zone }: TimePreference): string {
  return `${form}.${hours}.${zone}`;
}

/** The zone, if this machine has its rules; `browser` is one for every machine. */
function knownZone(zone: string): string | undefined {
  if (zone === "browser") return zone;
  if (!/^[A-Za-z]/.test(zone)) return undefined;
  try {
    new Intl.DateTimeFormat("en-GB", { timeZone: zone });
    return zone;
  } catch {
    return undefined;
  }
}
