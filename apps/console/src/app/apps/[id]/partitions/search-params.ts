import { partitionState } from "@stoatflow/engine/wire";
import { createParser, parseAsArrayOf, parseAsString, parseAsStringLiteral } from "nuqs";
import { parseSort, serializeSort, worstFirst } from "../../../../features/partitions/sort.ts";
import { spans } from "../../../../features/partitions/span.ts";
import { parseAsMoment } from "../parse-as-moment.ts";

const parseAsSort = createParser({
  parse: (text) => parseSort(text) ?? null,
  serialize: serializeSort,
  eq: (a, b) => a.column === b.column && a.desc === b.desc,
});

/** What a link to the partitions of an app says. */
export const partitionsSearchParams = {
  /** A column, with a minus in front for the largest first. */
  sort: parseAsSort.withDefault(worstFirst),
  /** Part of a partition's name. */
  find: parseAsString.withDefault(""),
  topic: parseAsString,
  states: parseAsArrayOf(parseAsStringLiteral(partitionState.options)).withDefault([]),
  /** The partition that is open, e.g. `orders-3`. */
  partition: parseAsString,
  /** It is shown as it was then; live where there is none. */
  at: parseAsMoment,
  /** How far back the history of a partition and the longest holds reach. */
  span: parseAsStringLiteral(spans).withDefault("15min"),
  /** Holds before this cursor; the newest, and live, where there is none. */
  holdsBefore: parseAsString,
};
