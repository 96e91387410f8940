/** Beyond this no date has a value. */
const latestMs = 8_640_000_000_000_000;

/**
 * A moment as somebody writes it: milliseconds since 1970, or ISO 8601; without a zone it is UTC. `undefined`: it is
 * neither, or before 1970.
 *
 * @example parseMoment("2026-11-30 13:44:15") === parseMoment("2026-11-30T13:44:15.000Z")
 */
export function parseMoment(text: string): number | undefined {
  const trimmed = text.trim();
  const timeMs = /^\d{1,16}$/.test(trimmed) ? Number(trimmed) : isoMs(trimmed);
  return timeMs >= 0 && timeMs <= latestMs ? timeMs : undefined;
}

const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})?)?$/;

function isoMs(text: string): number {
  const match = iso.exec(text);
  if (match === null) return Number.NaN;
  const [, day = "", clock = "00:00", zone = "Z"] = match;
  return Date.parse(`${day}T${clock}${zone}`);
}
