import { parseAsString, parseAsStringLiteral } from "nuqs";
import { auditSpans } from "../../../../features/audit/span.ts";

/** What a link to the audit of an app says. */
export const auditSearchParams = {
  /** Whose actions alone, as the name was given. */
  actor: parseAsString,
  /** How far back. */
  span: parseAsStringLiteral(auditSpans).withDefault("7 d"),
  /** Actions before this cursor; the newest where there is none. */
  before: parseAsString,
};
