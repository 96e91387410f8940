import type { ApiErrorCode, ControlResult } from "@stoatflow/api";
import type { Times } from "../../lib/format/times.ts";
import { visibleText } from "../../lib/format/visible-text.ts";

/** What keeps an action from being what was asked for, for whoever asked for it; `undefined`: it was carried out. */
export function notDone(result: ControlResult, times: Times): string | undefined {
  switch (result.kind) {
    case "done":
      return undefined;
    case "unchanged":
      return `Nothing was changed: it ${standingText(result, times)}`;
    case "refused":
    case "unreachable":
      return `Not done: ${visibleText(result.reason)}`;
    case "partly":
      return `Done in part: ${visibleText(result.reason)}`;
    case "unknown":
      return `It may have been done: ${visibleText(result.reason)}`;
    case "stale":
      return [
        `Not done: ${visibleText(result.reason)}`,
        ...result.changes.map(changeText).filter(isAnother),
        "close this and look again",
      ].join("; ");
  }
}

/** With these the console has refused a call before it asked any app. */
const nothingDone: ReadonlySet<ApiErrorCode> = new Set(["bad-request", "not-audited"]);

/** What a call came to that has no answer: whatever else broke off, an app may have been asked before it did. */
export function notAnswered({ message, data }: CallError): string {
  const code = data?.apiCode ?? undefined;
  if (code !== undefined && nothingDone.has(code)) return `Not done: ${visibleText(message)}`;
  return `It may have been done: ${visibleText(message)}; look at the app before you repeat it`;
}

export interface CallError {
  readonly message: string;
  /** Nothing where no answer came. */
  readonly data?: { readonly apiCode: ApiErrorCode | null } | null | undefined;
}

/** Whose pause is on, and for how long: what was asked for in its place is not. */
function standingText(
  { lifecycle, pauseReasons }: Extract<ControlResult, { kind: "unchanged" }>,
  times: Times,
): string {
  const isPaused = lifecycle.kind === "paused" || lifecycle.kind === "pausing";
  if (!isPaused) return "is not paused";
  const whose = (pauseReasons ?? []).map(({ actor, reason, sinceMs, expiresAtMs }) => {
    const until = expiresAtMs === null ? "somebody resumes it" : times.words(expiresAtMs, sinceMs);
    return `by ${visibleText(actor)} until ${until}: “${visibleText(reason)}”`;
  });
  return ["is paused already", ...whose].join(", ");
}

type Change = Extract<ControlResult, { kind: "stale" }>["changes"][number];

const deeds = {
  paused: "paused it",
  resumed: "resumed it",
  expired: "its pause ended by itself",
  "taken-over": "another instance took over, which ended its pause",
} as const satisfies Record<Change["kind"], string>;

/** What an action did at several instances is told once. */
function isAnother(text: string, i: number, all: readonly string[]): boolean {
  return text !== all[i - 1];
}

function changeText({ kind, actor, reason }: Change): string {
  const who = actor === null ? "" : `${visibleText(actor)} `;
  const why = reason === null ? "" : `: “${visibleText(reason)}”`;
  return `${who}${deeds[kind]}${why}`;
}
