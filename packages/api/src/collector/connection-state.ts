/**
 * How a connection's state moves: pure.
 *
 * ```
 * connecting ─seen→ live ─ended→ unreachable | invalid ─seen→ live
 * ```
 * A failed attempt to reconnect stays in its state, with the newest reason and the time of the first failure, so that a
 * page does not flicker with every attempt.
 */
import type { Connection } from "../wire/index.ts";
import type { FeedEnd } from "./app-source.ts";

/** Something valid was received. The same object where nothing changes. */
export function onSeen(from: Connection, nowMs: number): Connection {
  return from.kind === "live" ? from : { kind: "live", sinceMs: nowMs };
}

/** A connection ended, or an attempt failed. The same object where nothing changes. */
export function onEnded(
  from: Connection,
  end: FeedEnd,
  nowMs: number,
  lastSeenMs: number | null,
): Connection {
  if (from.kind !== end.kind) return { kind: end.kind, sinceMs: nowMs, lastSeenMs, reason: end.reason };
  return from.reason === end.reason ? from : { ...from, reason: end.reason };
}
