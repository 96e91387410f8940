import type { ControlAnswer } from "@stoatflow/engine/wire";
import { ApiError } from "../api-error.ts";
import { ControlRefused } from "../collector/control-refused.ts";
import { messageOf } from "../one-line.ts";
import { type AppSummary, type ControlResult, outcomeTextMax } from "../wire/index.ts";

export function resultOfAnswer({ result, pauseReasons, ...now }: ControlAnswer): ControlResult {
  return { kind: result === "unchanged" ? "unchanged" : "done", ...now, pauseReasons: pauseReasons ?? null };
}

/**
 * What a call that failed means for the app: whether it was asked at all, said no, or may have done it. What is not known
 * to have failed is `unknown`, never `unreachable`: nobody is to repeat by mistake what was done.
 */
export function resultOfThrown(thrown: unknown, summary: AppSummary | undefined): ControlResult {
  const reason = messageOf(thrown, outcomeTextMax);
  if (thrown instanceof ControlRefused) return resultOfRefusal(thrown, summary);
  if (!(thrown instanceof ApiError)) return { kind: "unknown", reason };
  switch (thrown.code) {
    case "unknown-app":
      return { kind: "refused", code: "unknown-app", reason };
    case "unreachable":
      return { kind: "unreachable", reason };
    case "partly-done":
      return { kind: "partly", reason };
    case "refused":
      return { kind: "refused", code: "other", reason };
    default:
      return { kind: "unknown", reason };
  }
}

/**
 * An app that does not tell what changed is told of as it was last seen. Only another run is a restart: a generation that
 * the app never had may be a slip of the caller's.
 */
function resultOfRefusal(
  { message, refusal }: ControlRefused,
  summary: AppSummary | undefined,
): ControlResult {
  const { code, changed } = refusal;
  if (code === "not-allowed-now") return { kind: "refused", code, reason: message };
  if (code !== "stale-generation" && code !== "stale-run")
    return { kind: "refused", code: "other", reason: message };
  const stale = { kind: "stale" as const, reason: message, restarted: code === "stale-run" };
  if (changed === undefined) return { ...stale, now: nowOf(summary), changes: [] };
  const { changes, ...now } = changed;
  return { ...stale, now, changes };
}

function nowOf(summary: AppSummary | undefined) {
  if (summary === undefined) return null;
  const { generation, lifecycle, pauseReasons } = summary;
  if (generation === null || lifecycle === null) return null;
  return { generation, lifecycle: lifecycle.kind, pauseReasons: [...pauseReasons] };
}
