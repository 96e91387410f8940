import type { FeedSnapshot } from "@stoatflow/engine/wire";
import { z } from "zod";
import { endedPause } from "../wire/index.ts";

const openPause = endedPause
  .omit({ appId: true, endedBy: true, endedAtMs: true, nextInstanceId: true })
  .extend({ kind: z.literal("open"), bootId: z.string() });

/** The newest pause of an app that the console knows of, as long as there is something to tell of it. */
export const knownPause = z.discriminatedUnion("kind", [
  /** It was still on when the app was last heard of. */
  openPause,
  /** Nobody ended it, and nobody has acknowledged that. */
  endedPause.omit({ appId: true }).extend({ kind: z.literal("ended") }),
]);
export type KnownPause = z.infer<typeof knownPause>;

/**
 * What is known of an app's pause after a tick: pure.
 *
 * A pause that a call or its time to live has ended is forgotten. One that is gone with the run that was paused has
 * ended by a restart, or by a take-over where another instance runs, or where what runs was there before the pause. One
 * whose time to live would have ended it before that run began needs no telling.
 *
 * @param atMs the console's clock when the tick arrived.
 */
export function pauseAfter(
  known: KnownPause | undefined,
  { bootId, instanceId, status }: FeedSnapshot,
  atMs: number,
): KnownPause | undefined {
  const [reason] = status.pauseReasons;
  if (reason !== undefined) {
    const { actor, sinceMs, expiresAtMs } = reason;
    const pauseId = `${bootId}-${sinceMs}`;
    const what = { actor, reason: reason.reason, sinceMs, expiresAtMs };
    return { kind: "open", pauseId, bootId, instanceId, ...what, lastSeenMs: atMs };
  }
  if (known?.kind !== "open") return withNext(known, instanceId);
  const { kind: _, bootId: pausedBootId, ...pause } = known;
  if (bootId === pausedBootId) {
    const { lastControl } = status;
    if (lastControl?.kind !== "taken-over") return undefined;
    const endedAtMs = lastControl.atMs;
    return { kind: "ended", ...pause, endedBy: "take-over", endedAtMs, nextInstanceId: null };
  }
  const { startedAtMs } = status;
  if (pause.expiresAtMs !== null && pause.expiresAtMs <= Math.max(startedAtMs, pause.lastSeenMs)) {
    return undefined;
  }
  const ended = { kind: "ended" as const, ...pause, nextInstanceId: instanceId };
  const takenOver = instanceId !== pause.instanceId || startedAtMs < pause.sinceMs;
  return takenOver
    ? { ...ended, endedBy: "take-over", endedAtMs: atMs }
    : { ...ended, endedBy: "restart", endedAtMs: startedAtMs };
}

/** The instance that lost its partitions says so before the one that took them is heard. */
function withNext(known: KnownPause | undefined, instanceId: string): KnownPause | undefined {
  if (known?.kind !== "ended" || known.nextInstanceId !== null) return known;
  return instanceId === known.instanceId ? known : { ...known, nextInstanceId: instanceId };
}
