import type { ControlAnswer, FeedSnapshot, PauseRequest } from "@stoatflow/engine/wire";
import { z } from "zod";
import { endedPause } from "../wire/index.ts";

/** Whose pause it is: one instance's of an app. */
const ofInstance = {
  url: z.string(),
  /** The run that was paused. */
  bootId: z.string(),
  /** The addresses of the others that worked when it was last seen. */
  besides: z.array(z.string()),
};

const openPause = endedPause
  .omit({ appId: true, endedBy: true, endedAtMs: true, nextInstanceId: true })
  .extend({
    ...ofInstance,
    kind: z.literal("open"),
    /** The instance's, which grows with each pause and resume of a run. */
    generation: z.int(),
    /** As `lastSeenMs`, by the instance's own clock, by which `expiresAtMs` is too. */
    lastAtMs: z.int(),
  });

/** It was resumed, and no tick of after that was heard yet. */
const resumed = z.object({
  ...ofInstance,
  kind: z.literal("resumed"),
  generation: z.int(),
});

/** The newest pause of an instance that the console knows of, as long as there is something to tell of it. */
export const knownPause = z.discriminatedUnion("kind", [
  /** It was still on when the instance was last heard of. */
  openPause,
  resumed,
  /** Nobody ended it, and nobody has acknowledged that. */
  endedPause.omit({ appId: true }).extend({ ...ofInstance, kind: z.literal("ended") }),
]);
export type KnownPause = z.infer<typeof knownPause>;

/** The run of an instance, as it was heard of. */
export interface Heard {
  readonly url: string;
  readonly snapshot: FeedSnapshot;
  /** By the console's clock. */
  readonly receivedAtMs: number;
  /** The addresses of the others that work. */
  readonly besides: readonly string[];
}

/**
 * What is known of an instance's pause after a tick of it: pure.
 *
 * A pause that a call or its time to live has ended is forgotten. One that is gone with the run that was paused has
 * ended by a restart, or by a take-over where another instance runs there, or where what runs was there before the pause.
 * One whose time to live would have ended it before that run began needs no telling. A tick of before the newest answer
 * to a call tells nothing new.
 */
export function pauseAfter(known: KnownPause | undefined, heard: Heard): KnownPause | undefined {
  const { url, receivedAtMs, besides } = heard;
  const { bootId, instanceId, status, atMs } = heard.snapshot;
  if (isOfRun(known, bootId) && status.generation < known.generation) return known;
  const [reason] = status.pauseReasons;
  if (reason !== undefined) {
    const { actor, sinceMs, expiresAtMs } = reason;
    const pauseId = `${bootId}-${sinceMs}`;
    const what = { actor, reason: reason.reason, sinceMs, expiresAtMs };
    const seen = { lastSeenMs: receivedAtMs, lastAtMs: atMs, generation: status.generation };
    return { kind: "open", pauseId, url, bootId, besides: [...besides], instanceId, ...what, ...seen };
  }
  if (known?.kind !== "open") return known?.kind === "ended" ? known : undefined;
  if (bootId === known.bootId) {
    const { lastControl } = status;
    return lastControl?.kind === "taken-over"
      ? endedBy("take-over", known, lastControl.atMs, null)
      : undefined;
  }
  const { startedAtMs } = status;
  if (isExpired(known, startedAtMs)) return undefined;
  if (instanceId === known.instanceId && startedAtMs >= known.sinceMs)
    return endedBy("restart", known, startedAtMs, instanceId);
  return endedBy("take-over", known, receivedAtMs, instanceId);
}

/** What is known once others work instead of an instance that is heard no more: pure. */
export function pauseTakenOver(
  known: Extract<KnownPause, { readonly kind: "open" }>,
  nextInstanceId: string | null,
  atMs: number,
): KnownPause | undefined {
  return isExpired(known, known.lastAtMs) ? undefined : endedBy("take-over", known, atMs, nextInstanceId);
}

/**
 * What is known once an instance has answered that it carried out a pause or resume: pure. A tick may have told it
 * before.
 *
 * @param heard of the run that was called, before the call.
 * @param answeredAtMs by the console's clock.
 */
export function pauseAnswered(
  known: KnownPause | undefined,
  { url, besides, snapshot }: Heard,
  verb: "pause" | "resume",
  { actor, reason, timeToLiveMs }: PauseRequest,
  { generation, lifecycle }: Pick<ControlAnswer, "generation" | "lifecycle">,
  answeredAtMs: number,
): KnownPause {
  const { bootId, instanceId, atMs } = snapshot;
  if (isOfRun(known, bootId) && known.generation >= generation) return known;
  const whose = { url, bootId, besides: [...besides] };
  if (verb === "resume") return { kind: "resumed", ...whose, generation };
  const sinceMs = (lifecycle.kind === "pausing" ? lifecycle.sinceMs : undefined) ?? atMs;
  const expiresAtMs = timeToLiveMs === undefined ? null : sinceMs + timeToLiveMs;
  const what = { actor, reason, sinceMs, expiresAtMs, lastSeenMs: answeredAtMs, lastAtMs: sinceMs };
  return { kind: "open", pauseId: `${bootId}-${sinceMs}`, ...whose, instanceId, generation, ...what };
}

/** Whether it is what is known of that run, and not of what ended with it. */
export function isOfRun(
  known: KnownPause | undefined,
  bootId: string,
): known is Exclude<KnownPause, { readonly kind: "ended" }> {
  return known !== undefined && known.kind !== "ended" && known.bootId === bootId;
}

function endedBy(
  by: "restart" | "take-over",
  known: Extract<KnownPause, { readonly kind: "open" }>,
  endedAtMs: number,
  nextInstanceId: string | null,
): KnownPause {
  const { kind: _, generation: __, lastAtMs: ___, ...pause } = known;
  return { kind: "ended", ...pause, endedBy: by, endedAtMs, nextInstanceId };
}

/** By its own clock, as far as that was heard of. */
function isExpired(
  { expiresAtMs, lastAtMs }: Extract<KnownPause, { readonly kind: "open" }>,
  startedAtMs: number,
): boolean {
  return expiresAtMs !== null && expiresAtMs <= Math.max(startedAtMs, lastAtMs);
}
