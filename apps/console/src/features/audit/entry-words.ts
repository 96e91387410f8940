import type { AuditEntry, LifecycleChange } from "@stoatflow/api";
import { formatLength } from "../../lib/format/duration.ts";
import { formatQuantity } from "../../lib/format/integer.ts";
import { visibleText } from "../../lib/format/visible-text.ts";
import type { Mark } from "../../ui/mark.ts";

const deeds: Readonly<Record<string, string>> = {
  pause: "paused it",
  resume: "resumed it",
  "acknowledge-ended-pause": "acknowledged a pause that nobody ended",
  "acknowledge-violations": "acknowledged violations",
  "export-late-drops": "saved late drops as a file",
  "begin-incident": "began an incident",
  "end-incident": "ended an incident",
};

/** What somebody did; an action of a newer console keeps its own name. */
export function deedOf({ action, detail }: AuditEntry): string {
  const deed = deeds[action] ?? visibleText(action);
  const { timeToLiveMs, violations, rows } = detail;
  if (timeToLiveMs !== null) return `${deed} for ${formatLength(timeToLiveMs)}`;
  if (violations !== null) return `acknowledged ${formatQuantity(violations.length, "violation")}`;
  return rows === null ? deed : `${deed}: ${formatQuantity(rows, "row")}`;
}

const outcomes: Readonly<Record<string, Mark>> = {
  begun: { glyph: "half", hue: "text-waiting", word: "no outcome yet" },
  done: { glyph: "dot", hue: "text-glyph", word: "done" },
  unchanged: { glyph: "ring", hue: "text-glyph", word: "was so already" },
  refused: { glyph: "cross", hue: "text-bug", word: "refused" },
  stale: { glyph: "slashed", hue: "text-expected", word: "somebody was faster" },
  partly: { glyph: "triangle", hue: "text-waiting", word: "done in part" },
  unreachable: { glyph: "slashed", hue: "text-bug", word: "not reached" },
  unknown: { glyph: "quarter", hue: "text-waiting", word: "not known" },
  failed: { glyph: "cross", hue: "text-bug", word: "the console failed" },
};

/** What became of it. */
export function outcomeOf({ outcome }: AuditEntry): Mark {
  return outcomes[outcome] ?? { glyph: "quarter", hue: "text-quiet", word: visibleText(outcome) };
}

/**
 * One change of the life cycle and who made it.
 *
 * @example "running → pausing, by ana: “schema change”"
 */
export function changeWords({ from, to, isRestart, by, instances }: LifecycleChange): string {
  const step = isRestart ? `started again: ${to.kind}` : `${from?.kind ?? "not known"} → ${to.kind}`;
  const where = instances === undefined ? "" : ` (${instances.map(visibleText).join(", ")})`;
  const why = to.kind === "failed" ? `: ${visibleText(to.message)}` : "";
  return `${step}${where}${why}${byWords(by)}`;
}

function byWords(by: LifecycleChange["by"]): string {
  switch (by?.kind) {
    case undefined:
      return "";
    case "expired":
      return ", since the time of its pause ran out";
    case "taken-over":
      return ", since another instance took over";
    default: {
      const why = by?.reason === null || by?.reason === undefined ? "" : `: “${visibleText(by.reason)}”`;
      return by?.actor === null || by?.actor === undefined ? why : `, by ${visibleText(by.actor)}${why}`;
    }
  }
}
