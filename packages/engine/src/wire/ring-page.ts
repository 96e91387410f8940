import { z } from "zod";
import { count, envelope, offsetText } from "./envelope.ts";

/**
 * A page of a bounded ring, oldest first within the page: the entries behind the `after` that the reader gave, which
 * is the newest id that it has.
 *
 * @param entry the shape of one entry.
 */
export function ringPage<Entry extends z.ZodType>(entry: Entry) {
  return envelope.extend({
    items: z.array(entry).max(500),
    /** Pass as `after` to go on. */
    next: offsetText,
    /** How many left the ring before the reader asked. */
    missed: count,
    /** Entries since the start, however the ring has wrapped. */
    total: count,
    retained: count,
    limit: count,
  });
}
