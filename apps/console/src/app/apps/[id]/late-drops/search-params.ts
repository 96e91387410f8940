import { parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs";
import { parseAsMoment } from "../parse-as-moment.ts";

/** What a link to the late drops of an app says: which of them, and which one is open. */
export const lateDropsSearchParams = {
  operator: parseAsString,
  topic: parseAsString,
  partition: parseAsInteger,
  /** How the key begins. */
  key: parseAsString,
  /** Anywhere in key, value or headers. */
  text: parseAsString,
  /** Milliseconds, both inclusive. */
  latenessFrom: parseAsInteger,
  latenessTo: parseAsInteger,
  /** When it was dropped: from a moment on, and before one. */
  from: parseAsMoment,
  until: parseAsMoment,
  /** A CEL expression that it fulfils. */
  where: parseAsString,
  /** What the console holds in memory, which is live, or what it wrote down, which goes further back. */
  source: parseAsStringLiteral(["collector", "history"]).withDefault("collector"),
  /** Another grace, of which is told what it would have kept, in milliseconds. */
  grace: parseAsInteger,
  /** The late drop that is open, as `bootId-id`. */
  drop: parseAsString,
  /** When that was dropped, by which it is found in however long a list. */
  dropAt: parseAsMoment,
};
