import type { FeedSnapshot } from "@stoatflow/engine/wire";
import type { Beginning, Trace } from "../collector/trail.ts";
import { watermarkAtOf } from "../wire/app-snapshot.ts";
import type { Connection } from "../wire/connection.ts";
import { ageOf, staleAfter } from "../wire/data-age.ts";
import type { DiagnosisState, Since } from "../wire/diagnosis.ts";

/** A watermark that did not move for this long does not move; until then it is too early to say. */
const movingWithinMs = 5000;

/** Whether event time moves, as far as it can be told at `nowMs` of the collector's clock. */
export function stateOf(trace: Trace, connection: Connection, nowMs: number): DiagnosisState {
  const { tick, holding, movedAtMs, unbrokenFromMs } = trace;
  const { instanceId, status } = holding.snapshot;
  const age = ageOf(holding.receivedAtMs, nowMs, staleAfter(status.tickIntervalMs));
  if (age.kind !== "fresh" || connection.kind !== "live")
    return { kind: "stale", ageMs: Math.max(0, nowMs - holding.receivedAtMs), instanceId };
  const { lifecycle } = status;
  if (lifecycle.kind === "paused" || lifecycle.kind === "pausing")
    return { kind: "paused", sinceMs: pausedSinceMs(status), drained: lifecycle.kind === "paused" };
  if (lifecycle.kind !== "running") return { kind: "not-running", lifecycle };
  const stoodFrom: Beginning = { atMs: movedAtMs ?? unbrokenFromMs, exact: movedAtMs !== undefined };
  const nowAtMs = watermarkAtOf(tick.snapshot);
  if (nowAtMs - stoodFrom.atMs >= movingWithinMs)
    return { kind: "not-moving", since: sinceOf(stoodFrom, nowAtMs) };
  return movedAtMs === undefined
    ? { kind: "nothing-known", why: "too-short" }
    : { kind: "moving", lastMovedAtMs: movedAtMs };
}

export function sinceOf({ atMs, exact }: Beginning, untilMs: number): Since {
  return { kind: exact ? "exactly" : "at-least", atMs, forMs: Math.max(0, untilMs - atMs) };
}

/** From the first call that it goes back to, else from when the app says. */
function pausedSinceMs({ lifecycle, pauseReasons }: FeedSnapshot["status"]): number | null {
  const begun = pauseReasons.map(({ sinceMs }) => sinceMs);
  if (begun.length > 0) return Math.min(...begun);
  return "sinceMs" in lifecycle ? (lifecycle.sinceMs ?? null) : null;
}
