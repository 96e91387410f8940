import {
  controlChange,
  controlChangesMax,
  drainBlocker,
  drainBlockersMax,
  lifecycle,
  lifecycleKinds,
  offsetText,
  pauseReason,
  pauseReasonsMax,
} from "@stoatflow/engine/wire";
import { z } from "zod";
import { audited, outcomeTextMax } from "./audit.ts";
import { givenText, storedText } from "./stored-text.ts";

/** The most apps of one action. */
export const controlAppsMax = 200;

const time = z.int();

/** One app of an action, and what the caller saw of it. */
export const controlTarget = z.strictObject({
  appId: storedText(64),
  /** The generation that the caller saw: where it is another one by now, the app is left alone. */
  expectedGeneration: z.int().min(0).optional(),
  /** The run of the app that the caller saw: a restarted one counts its generations anew. */
  expectedBootId: z.string().min(1).max(64).optional(),
});
export type ControlTarget = z.infer<typeof controlTarget>;

/** One action over one or several apps. */
export const resumeAppsRequest = z.strictObject({
  apps: z
    .array(controlTarget)
    .min(1)
    .max(controlAppsMax)
    .refine((apps) => new Set(apps.map(({ appId }) => appId)).size === apps.length, "each app once"),
  actor: givenText(200),
  reason: givenText(1000),
});
export type ResumeAppsRequest = z.infer<typeof resumeAppsRequest>;

export const pauseAppsRequest = resumeAppsRequest.extend({
  /** Each engine resumes by itself after this long, 1 s to 7 days, whether or not the console is there. */
  timeToLiveMs: z.int().min(1000).max(604_800_000).optional(),
});
export type PauseAppsRequest = z.infer<typeof pauseAppsRequest>;

const reason = z.string().max(outcomeTextMax);

/** How the app stands after a call that it did not refuse. */
const standing = {
  generation: z.int(),
  lifecycle,
  /** Whose pause is on, why and until when; several instances have one each. `null`: the app does not tell. */
  pauseReasons: z.array(pauseReason).max(pauseReasonsMax).nullable(),
};

/** What became of an action at one app. */
export const controlResult = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("done"), ...standing }),
  /** It was paused, or running, already, and is as it was: a time to live that was asked for is not taken. */
  z.object({ kind: z.literal("unchanged"), ...standing }),
  z.object({ kind: z.literal("refused"), code: z.enum(["unknown-app", "not-allowed-now", "other"]), reason }),
  /** Somebody was faster: what is so now, and who made it so. */
  z.object({
    kind: z.literal("stale"),
    reason,
    /**
     * It is another run than the one that was named; what was done before is not known to it. Where an app has several
     * instances it is also another run once others of them work. `false` is no proof that it was not started again where
     * no run was named.
     */
    restarted: z.boolean(),
    /** `null` where the app tells none of it. */
    now: z
      .object({
        generation: z.int(),
        lifecycle: z.enum(lifecycleKinds),
        pauseReasons: z.array(pauseReason).max(pauseReasonsMax),
      })
      .nullable(),
    /** What was carried out since, oldest first; as many as the app kept, of several instances the newest of each. */
    changes: z.array(controlChange).max(controlChangesMax),
  }),
  /** Some of its instances did it; others did not, or did not say whether they did. The reason names those, and which. */
  z.object({ kind: z.literal("partly"), reason }),
  /** It was not asked: nothing listens there, or it can't be found. */
  z.object({ kind: z.literal("unreachable"), reason }),
  /** It was asked, and did not say what it did: too late, broken off, or not to be understood. */
  z.object({ kind: z.literal("unknown"), reason }),
]);
export type ControlResult = z.infer<typeof controlResult>;

export const controlledApp = z.object({
  appId: z.string(),
  result: controlResult,
  /** Its row of the audit. */
  auditId: z.string(),
  audited,
});
export type ControlledApp = z.infer<typeof controlledApp>;

/** One result an app, in the order of the request. */
export const controlledApps = z.object({
  actionId: z.string(),
  results: z.array(controlledApp).max(controlAppsMax),
});
export type ControlledApps = z.infer<typeof controlledApps>;

/** How long a drain may take before what holds it is named, in milliseconds. */
export const drainPatienceMs = 30_000;

/** Each instance of an app has lanes and commits of its own. */
const ofInstance = { instanceId: z.string() };

/** What holds a drain: the lane with the oldest work, or the last commit once the lanes are empty. */
const drainHolder = z.discriminatedUnion("kind", [
  drainBlocker.extend({ ...ofInstance, kind: z.literal("lane") }),
  z.object({ ...ofInstance, kind: z.literal("commit") }),
]);
export type DrainHolder = z.infer<typeof drainHolder>;

/** How far a pause has come. Times are the app's, of its newest tick. */
export const drain = z.discriminatedUnion("kind", [
  /** No tick was received yet. */
  z.object({ kind: z.literal("unknown") }),
  z.object({ kind: z.literal("not-pausing"), lifecycle: z.enum(lifecycleKinds) }),
  z.object({
    kind: z.literal("draining"),
    /** `null`: the app does not tell. */
    sinceMs: time.nullable(),
    forMs: z.number().min(0).nullable(),
    /** Records that the lanes still hold. */
    records: z.int().min(0),
    /** The oldest work first; none: the last commit is under way. */
    waitingFor: z.array(drainBlocker.extend(ofInstance)).max(drainBlockersMax),
    /** `null` within the first {@link drainPatienceMs}. */
    holder: drainHolder.nullable(),
  }),
  /** All that was dispatched is committed, and no transaction is open. */
  z.object({ kind: z.literal("drained"), sinceMs: time }),
]);
export type Drain = z.infer<typeof drain>;

export const appDrain = z.object({
  appId: z.string(),
  drain,
  pauseReasons: z.array(pauseReason),
  generation: z.int().nullable(),
  bootId: z.string().nullable(),
  sequence: offsetText.nullable(),
  atMs: time.nullable(),
  /** Wall clock of the collector when the tick arrived, and now: how old this is. */
  receivedAtMs: time.nullable(),
  serverNowMs: time,
});
export type AppDrain = z.infer<typeof appDrain>;

/**
 * A pause that nobody ended: the instance was started again, or another one took over. No pause outlives that. Each
 * instance of an app has its own.
 */
export const endedPause = z.object({
  /** Acknowledge it by this. */
  pauseId: z.string().max(200),
  appId: z.string(),
  /** Which was paused. */
  instanceId: z.string(),
  actor: z.string(),
  reason: z.string(),
  sinceMs: time,
  /** When it would have ended by itself; `null`: never. */
  expiresAtMs: time.nullable(),
  /** By the console's clock; the pause ended after it. */
  lastSeenMs: time,
  endedBy: z.enum(["restart", "take-over"]),
  /** When that was seen, or told by the app; the pause ended before it. */
  endedAtMs: time,
  /** Who runs instead; `null` as long as only that the paused one does not is known. */
  nextInstanceId: z.string().nullable(),
});
export type EndedPause = z.infer<typeof endedPause>;

/** The most apps whose pauses are kept, and the most of one app: one for each instance that it may have. */
export const pausesKeptMax = 1000;
export const pausesOfAppMax = 16;

export const endedPauses = z.object({ items: z.array(endedPause).max(pausesKeptMax * pausesOfAppMax) });
export type EndedPauses = z.infer<typeof endedPauses>;

export const acknowledgePauseRequest = z.strictObject({
  appId: storedText(64),
  pauseId: storedText(200),
  actor: givenText(200),
  /** What is done about it. */
  reason: givenText(1000),
});

export type AcknowledgePauseRequest = z.infer<typeof acknowledgePauseRequest>;

export const acknowledgedPause = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("acknowledged"), auditId: z.string(), audited }),
  /** It was acknowledged already, or the app was paused or resumed since. */
  z.object({ kind: z.literal("gone") }),
]);
export type AcknowledgedPause = z.infer<typeof acknowledgedPause>;
