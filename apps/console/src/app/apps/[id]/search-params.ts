import { createParser, parseAsArrayOf, parseAsString, parseAsStringLiteral } from "nuqs";
import { chartDrawings, chartForms, chartViews } from "../../../features/watermarks/chart-view.ts";
import { parseLength, writeLength } from "../../../features/watermarks/length.ts";
import { parseAsMoment } from "./parse-as-moment.ts";

const parseAsLength = createParser({ parse: (text) => parseLength(text) ?? null, serialize: writeLength });

/** What a link to an app's overview says of its chart: it shows the same to whoever opens it. */
export const overviewSearchParams = {
  view: parseAsStringLiteral(chartViews).withDefault("gap"),
  /** The newest stretch, so long. */
  span: parseAsLength,
  /** A fixed stretch; both or none. It goes before `span`. */
  from: parseAsMoment,
  to: parseAsMoment,
  /** The partitions that have a line; without, all of them or those furthest behind. */
  lines: parseAsArrayOf(parseAsString),
  as: parseAsStringLiteral(chartForms).withDefault("chart"),
  draw: parseAsStringLiteral(chartDrawings).withDefault("auto"),
};
