import { parseAsString, parseAsStringLiteral } from "nuqs";
import { ledgerSources } from "../../../../features/violations/ledger.ts";

/** What a link to the ledger of an app says. */
export const violationsSearchParams = {
  /** What the console holds in memory, which is live, or what it wrote down, which goes further back. */
  source: parseAsStringLiteral(ledgerSources).withDefault("collector"),
  /** Violations before this cursor; the newest, and live, where there is none. */
  before: parseAsString,
  /** The violation that is open, as `bootId-id`. */
  violation: parseAsString,
};
