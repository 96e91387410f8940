import type { ControlResult } from "@stoatflow/api";
import { visibleText } from "../../lib/format/visible-text.ts";

/** Why an action did not come about, for whoever asked for it; `undefined`: it did, or there was nothing to do. */
export function notDone(result: ControlResult): string | undefined {
  switch (result.kind) {
    case "done":
    case "unchanged":
      return undefined;
    case "refused":
    case "unreachable":
      return `Not done: ${visibleText(result.reason)}`;
    case "partly":
      return `Done in part: ${visibleText(result.reason)}`;
    case "unknown":
      return `It may have been done: ${visibleText(result.reason)}`;
    case "stale":
      return [`Not done: ${visibleText(result.reason)}`, ...result.changes.map(changeText)].join("; ");
  }
}

type Change = Extract<ControlResult, { kind: "stale" }>["changes"][number];

const deeds = {
  paused: "paused it",
  resumed: "resumed it",
  expired: "its pause ended by itself",
  "taken-over": "another instance took over, which ended its pause",
} as const satisfies Record<Change["kind"], string>;

function changeText({ kind, actor, reason }: Change): string {
  const who = actor === null ? "" : `${visibleText(actor)} `;
  const why = reason === null ? "" : `: “${visibleText(reason)}”`;
  return `${who}${deeds[kind]}${why}`;
}
