import { z } from "zod";
import { count, durationMs } from "./envelope.ts";
import {
  controlChange,
  controlChangesMax,
  lifecycle,
  lifecycleKinds,
  pauseReason,
  pauseReasonsMax,
} from "./status.ts";

/** The body of `POST /pause`. */
export const pauseRequest = z.strictObject({
  actor: z.string().min(1).max(200),
  reason: z.string().min(1).max(1000),
  /** The generation that the caller saw; another one is refused with `stale-generation`. */
  expectedGeneration: count.optional(),
  /**
   * The run that the caller saw; another one is refused with `stale-run`, since each counts its generations anew. An app
   * without the capability `expected-boot` does not know it.
   */
  expectedBootId: z.string().min(1).max(64).optional(),
  /** The engine resumes by itself after this long. */
  timeToLiveMs: durationMs.min(1000).max(604_800_000).optional(),
});
export type PauseRequest = z.infer<typeof pauseRequest>;

/** The body of `POST /resume`. */
export const resumeRequest = pauseRequest.omit({ timeToLiveMs: true });
export type ResumeRequest = z.infer<typeof resumeRequest>;

/** What happened. A pause of a paused app, or a resume of a running one, changes nothing and says so. */
export const controlAnswer = z.object({
  result: z.enum(["pausing", "resuming", "unchanged"]),
  generation: count,
  lifecycle,
  /**
   * Who has paused it, why and until when, as it stands after the call: of a pause that was unchanged, the one that was on
   * before. Missing in an app of before this was told.
   */
  pauseReasons: z.array(pauseReason).max(pauseReasonsMax).optional(),
});
export type ControlAnswer = z.infer<typeof controlAnswer>;

/** What a stale call did not know. */
export const controlChanged = z.object({
  generation: count,
  lifecycle: z.enum(lifecycleKinds),
  pauseReasons: z.array(pauseReason).max(pauseReasonsMax),
  /**
   * What was carried out after the generation that the caller saw, oldest first; of more than are kept, the newest.
   * Empty where the caller named a larger one, which this start has not come to. With `stale-run`: of all of this run.
   */
  changes: z.array(controlChange).max(controlChangesMax),
});
export type ControlChanged = z.infer<typeof controlChanged>;

/** The body of any refusal: 400 malformed, 403 host, origin or switched off, 404, 409 state, 413 size, 415 not JSON, 503 readers or log. */
export const refusal = z.object({
  error: z.object({
    code: z.enum([
      "malformed",
      "forbidden-host",
      "forbidden-origin",
      "not-json",
      "too-large",
      "not-found",
      "stale-generation",
      "stale-run",
      "not-allowed-now",
      "internal",
      "too-many-readers",
      "not-a-source",
      "no-such-record",
      "too-many-reads",
      "log-unavailable",
      "switched-off",
    ]),
    message: z.string().max(2000),
    /** With `stale-generation` and `stale-run`: what is so now, and who made it so. */
    changed: controlChanged.optional(),
  }),
});
export type Refusal = z.infer<typeof refusal>;
