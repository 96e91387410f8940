import { parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs";
import { partitionSorts } from "../../../../features/partitions/sort.ts";
import { timeViews } from "../../../../features/partitions/times.ts";

/** What a link to the partitions of an app says. */
export const partitionsSearchParams = {
  /** Times as their distance to the app's clock, or as they are. */
  time: parseAsStringLiteral(timeViews).withDefault("gap"),
  sort: parseAsStringLiteral(partitionSorts).withDefault("partition"),
  /** The first row of the page of partitions. */
  from: parseAsInteger.withDefault(0),
  /** Holds before this cursor; the newest, and live, where there is none. */
  holdsBefore: parseAsString,
};
