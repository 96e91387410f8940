import { z } from "zod";
import { epochMs } from "./epoch-ms.ts";
import { exportFormat } from "./late-drop-export.ts";
import { lateDropFilter, lateDropsFrom } from "./late-drop-figures.ts";
import { storedText } from "./stored-text.ts";
import { acknowledgedAtOnceMax, violationRef } from "./violation-ref.ts";

/** What is audited. A row of a newer console may say another one. */
export const auditActions = [
  "pause",
  "resume",
  "acknowledge-ended-pause",
  "acknowledge-violations",
  "export-late-drops",
  // The reason of these is the incident's name.
  "begin-incident",
  "end-incident",
] as const;
export type AuditAction = (typeof auditActions)[number];

/**
 * `begun` is written before an app is called or anything is changed, and replaced once by what came of it. A row that stays `begun` for longer
 * than an app is waited for is of a console that ended in between: what was asked may have been done. `failed`: the console itself
 * could not do it, and nothing was done.
 */
export const auditOutcomes = [
  "begun",
  "done",
  "unchanged",
  "refused",
  "stale",
  "partly",
  "unreachable",
  "unknown",
  "failed",
] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

/** The most characters of what an action came to: enough for the address of every instance that did not do it. */
export const outcomeTextMax = 2000;

/** What was asked beside actor, reason and app, and what was answered. */
export const auditDetail = z.object({
  /** The rows of one action over several apps share it. */
  actionId: z.string().max(64).nullable().default(null),
  expectedGeneration: z.int().nullable().default(null),
  /** The run of the app that the caller saw. */
  expectedBootId: z.string().max(64).nullable().default(null),
  timeToLiveMs: z.int().nullable().default(null),
  /** The pause that was acknowledged. */
  pauseId: z.string().max(200).nullable().default(null),
  /** The violations that were acknowledged, or had been before. */
  violations: z.array(violationRef).max(acknowledgedAtOnceMax).nullable().default(null),
  /** Which late drops were saved as a file. */
  exported: z
    .object({ format: exportFormat, from: lateDropsFrom, filter: lateDropFilter })
    .nullable()
    .default(null),
  /** Of that file, as many as were made. */
  rows: z.int().min(0).nullable().default(null),
  /** When the outcome was known. */
  endedAtMs: z.int().nullable().default(null),
  /** The generation that the app answered. */
  generation: z.int().nullable().default(null),
  /** Why it was not done, or not all of it, in the app's words or the console's. */
  message: z.string().max(outcomeTextMax).nullable().default(null),
});
export type AuditDetail = z.infer<typeof auditDetail>;

/** Whether the row of an action says what became of it; it said before what was asked. */
export const audited = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("complete") }),
  z.object({ kind: z.literal("outcome-missing"), reason: z.string().max(500) }),
]);
export type Audited = z.infer<typeof audited>;

export const auditEntry = z.object({
  id: z.string(),
  atMs: z.int(),
  actor: z.string(),
  action: z.string(),
  appId: z.string(),
  reason: z.string(),
  outcome: z.string(),
  detail: auditDetail,
});
export type AuditEntry = z.infer<typeof auditEntry>;

const auditPageMax = 200;

export const auditQuery = z.strictObject({
  appId: storedText(64).optional(),
  actor: storedText(200).optional(),
  /** From this on, in milliseconds since 1970. */
  fromMs: epochMs().optional(),
  /** Before this. */
  untilMs: epochMs().optional(),
  limit: z.int().min(1).max(auditPageMax).default(50),
  /** `nextBefore` of the page before. */
  before: z.string().max(300).optional(),
});
export type AuditQuery = z.infer<typeof auditQuery>;

/** Newest first. */
export const auditPage = z.object({
  items: z.array(auditEntry).max(auditPageMax),
  nextBefore: z.string().nullable(),
  /** How much is kept over all apps: the oldest rows go beyond `rowsMax`. */
  retention: z.object({
    rows: z.int().min(0),
    rowsMax: z.int().min(1),
    oldestAtMs: z.int().nullable(),
  }),
});
export type AuditPage = z.infer<typeof auditPage>;
