import { parseAsString } from "nuqs";

/** What a link to the list of apps says: it shows the same ones to whoever opens it. */
export const appsSearchParams = {
  /** Words that a name, an environment, an owner or a label has. */
  find: parseAsString.withDefault(""),
  environment: parseAsString,
  owner: parseAsString,
  /** `name=value`. */
  label: parseAsString,
};
