import type { ControlAnswer, FeedSnapshot, PauseRequest } from "@stoatflow/engine/wire";
import { z } from "zod";
import { endedPause } from "../wire/index.ts";

const openPause = endedPause
  .omit({ appId: true, endedBy: true, endedAtMs: true, nextInstanceId: true })
  .extend({
    kind: z.literal("open"),
    bootId: z.string(),
    /** The app's, which grows with each pause and resume of a run. */
    generation: z.int(),
    /** As `lastSeenMs`, by the app's own clock, by which `expiresAtMs` is too. */
    lastAtMs: z.int(),
  });

/** It was resumed, and no tick of after that was heard yet. */
const resumed = z.object({ kind: z.literal("resumed"), bootId: z.string(), generation: z.int() });

/** The newest pause of an app that the console knows of, as long as there is something to tell of it. */
export const knownPause = z.discriminatedUnion("kind", [
  /** It was still on when the app was last heard of. */
  openPause,
  resumed,
  /** Nobody ended it, and nobody has acknowledged that. */
  endedPause.omit({ appId: true }).extend({ kind: z.literal("ended") }),
]);
export type KnownPause = z.infer<typeof knownPause>;

/**
 * What is known of an app's pause after a tick: pure.
 *
 * A pause that a call or its time to live has ended is forgotten. One that is gone with the run that was paused has
 * ended by a restart, or by a take-over where another instance runs, or where what runs was there before the pause. One
 * whose time to live would have ended it before that run began needs no telling. A tick of before the newest answer to a
 * call tells nothing new.
 *
 * @param atMs the console's clock when the tick arrived.
 */
export function pauseAfter(
  known: KnownPause | undefined,
  { bootId, instanceId, status, atMs: appAtMs }: FeedSnapshot,
  atMs: number,
): KnownPause | undefined {
  if (isOf(known, bootId) && status.generation < known.generation) return known;
  const [reason] = status.pauseReasons;
  if (reason !== undefined && !worksAgain(known, bootId, status)) {
    const { actor, sinceMs, expiresAtMs } = reason;
    const pauseId = `${bootId}-${sinceMs}`;
    const what = { actor, reason: reason.reason, sinceMs, expiresAtMs };
    const seen = { lastSeenMs: atMs, lastAtMs: appAtMs, generation: status.generation };
    return { kind: "open", pauseId, bootId, instanceId, ...what, ...seen };
  }
  if (known?.kind !== "open") return withNext(known, instanceId);
  const { kind: _, bootId: pausedBootId, generation: __, lastAtMs, ...pause } = known;
  if (bootId === pausedBootId) {
    const { lastControl } = status;
    if (lastControl?.kind !== "taken-over") return undefined;
    const endedAtMs = lastControl.atMs;
    return { kind: "ended", ...pause, endedBy: "take-over", endedAtMs, nextInstanceId: null };
  }
  const { startedAtMs } = status;
  if (pause.expiresAtMs !== null && pause.expiresAtMs <= Math.max(startedAtMs, lastAtMs)) {
    return undefined;
  }
  const ended = { kind: "ended" as const, ...pause, nextInstanceId: instanceId };
  if (instanceId !== pause.instanceId) return { ...ended, endedBy: "take-over", endedAtMs: atMs };
  if (startedAtMs >= pause.sinceMs) return { ...ended, endedBy: "restart", endedAtMs: startedAtMs };
  const endedBy = reason === undefined ? "take-over" : "restart";
  return { ...ended, endedBy, endedAtMs: atMs };
}

/**
 * Of several instances one that was started since runs, though others are paused still: what was paused is at work. Their
 * start together is that of the oldest, so it tells nothing of when.
 */
function worksAgain(
  known: KnownPause | undefined,
  bootId: string,
  { lifecycle }: FeedSnapshot["status"],
): boolean {
  if (lifecycle.kind !== "running") return false;
  return known?.kind === "ended" || (known?.kind === "open" && known.bootId !== bootId);
}

/**
 * What is known once the app has answered that it carried out a pause or resume: pure. A tick may have told it before.
 *
 * @param seen the run that was called, as it was last heard of.
 * @param atMs the console's clock.
 */
export function pauseAnswered(
  known: KnownPause | undefined,
  seen: FeedSnapshot,
  verb: "pause" | "resume",
  { actor, reason, timeToLiveMs }: PauseRequest,
  { generation, lifecycle }: Pick<ControlAnswer, "generation" | "lifecycle">,
  atMs: number,
): KnownPause {
  const { bootId, instanceId } = seen;
  if (isOf(known, bootId) && known.generation >= generation) return known;
  if (verb === "resume") return { kind: "resumed", bootId, generation };
  const sinceMs = (lifecycle.kind === "pausing" ? lifecycle.sinceMs : undefined) ?? seen.atMs;
  const expiresAtMs = timeToLiveMs === undefined ? null : sinceMs + timeToLiveMs;
  const what = { actor, reason, sinceMs, expiresAtMs, lastSeenMs: atMs, lastAtMs: sinceMs };
  return { kind: "open", pauseId: `${bootId}-${sinceMs}`, bootId, instanceId, generation, ...what };
}

function isOf(
  known: KnownPause | undefined,
  bootId: string,
): known is Extract<KnownPause, { readonly bootId: string }> {
  return known !== undefined && known.kind !== "ended" && known.bootId === bootId;
}

/** The instance that lost its partitions says so before the one that took them is heard. */
function withNext(known: KnownPause | undefined, instanceId: string): KnownPause | undefined {
  if (known?.kind !== "ended" || known.nextInstanceId !== null) return known;
  return instanceId === known.instanceId ? known : { ...known, nextInstanceId: instanceId };
}
