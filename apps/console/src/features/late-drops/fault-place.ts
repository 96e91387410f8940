import type { ExpressionFault } from "@stoatflow/api";
import { visibleText } from "../../lib/format/visible-text.ts";

/** The part of an expression in which a fault is, cut so that it stands on one line. */
export interface FaultPlace {
  readonly before: string;
  /** What is wrong; empty where something is missing. */
  readonly at: string;
  readonly after: string;
  /** The caret below it, at its column. */
  readonly caret: string;
}

/** So much of the line stands on each side of the fault: enough to find it, and a phone has room for it. */
const aroundMax = 18;

/**
 * Where in an expression a fault is, to be shown with a caret below it. Characters that can't be seen are written out, and
 * the caret stands below what is shown.
 *
 * @example
 * ```ts
 * faultPlace("partition >> 3", { message: "…", offset: 11, endOffset: 12, line: 1, column: 12 });
 * // { before: "partition >", at: ">", after: " 3", caret: "           ^" }
 * ```
 */
export function faultPlace(expression: string, { offset, endOffset }: ExpressionFault): FaultPlace {
  const start = expression.lastIndexOf("\n", offset - 1) + 1;
  const newline = expression.indexOf("\n", offset);
  const end = newline < 0 ? expression.length : newline;
  const faultEnd = Math.min(Math.max(offset, endOffset), end, offset + 2 * aroundMax);
  const from = Math.max(start, offset - aroundMax);
  const until = Math.min(end, faultEnd + aroundMax);
  const before = `${from > start ? "…" : ""}${visibleText(expression.slice(from, offset))}`;
  const at = visibleText(expression.slice(offset, faultEnd));
  const after = `${visibleText(expression.slice(faultEnd, until))}${until < end ? "…" : ""}`;
  return { before, at, after, caret: `${" ".repeat(before.length)}${"^".repeat(Math.max(1, at.length))}` };
}
