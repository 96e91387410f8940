import { createParser } from "nuqs";
import { parseMoment } from "../../../features/partitions/moment.ts";
import { formatIso } from "../../../lib/format/time.ts";

/**
 * A moment in an address, as ISO 8601 or in milliseconds since 1970; written as ISO, which people can read, and beyond
 * what dates reach in milliseconds.
 */
export const parseAsMoment = createParser({
  parse: (text) => parseMoment(text) ?? null,
  serialize: (timeMs: number) => formatIso(timeMs).replace(/ ms$/, ""),
});
