import { parseAsStringLiteral } from "nuqs";
import { timeViews } from "../../../features/partitions/times.ts";

/** What a link to an app's overview says: it shows the same to whoever opens it. */
export const overviewSearchParams = {
  /** Times as their distance to the app's clock, or as they are. */
  time: parseAsStringLiteral(timeViews).withDefault("gap"),
};
