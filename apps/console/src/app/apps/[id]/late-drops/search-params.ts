import { parseAsString } from "nuqs";

/** What a link to the late drops of an app says. */
export const lateDropsSearchParams = {
  /** The late drop that is open, as `bootId-id`. */
  drop: parseAsString,
  /** Late drops before this cursor; the newest, and live, where there is none. */
  dropsBefore: parseAsString,
};
