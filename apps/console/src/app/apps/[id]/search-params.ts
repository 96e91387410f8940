import { parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs";
import { partitionSorts } from "../../../features/partitions/sort.ts";
import { timeViews } from "../../../features/partitions/times.ts";

/** What a link to an app's page says: it shows the same to whoever opens it. */
export const appSearchParams = {
  /** Times as their distance to the app's clock, or as they are. */
  time: parseAsStringLiteral(timeViews).withDefault("gap"),
  sort: parseAsStringLiteral(partitionSorts).withDefault("partition"),
  /** The first row of the page of partitions. */
  from: parseAsInteger.withDefault(0),
  /** The late drop that is open, as `bootId-id`. */
  drop: parseAsString,
  /** Late drops before this cursor; the newest, and live, where there is none. */
  dropsBefore: parseAsString,
  /** Holds before this cursor; the newest, and live, where there is none. */
  holdsBefore: parseAsString,
};
