import { hold, lateDrop, leaderChange, violation } from "@stoatflow/engine/wire";
import { z } from "zod";

/** Whether the collector holds what the app has announced. */
export const freshness = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("current") }),
  /** Nothing was received yet, or the newest entries are on their way. */
  z.object({ kind: z.literal("fetching") }),
  /** The newest entries could not be had; it is tried again at the next tick. */
  z.object({ kind: z.literal("failed"), sinceMs: z.int(), reason: z.string().max(500) }),
]);
export type Freshness = z.infer<typeof freshness>;

const page = z.object({
  /** Since the app's start, however much of it is still held; `null` as long as nothing was received. */
  total: z.int().min(0).nullable(),
  /** How many the collector holds, earlier runs of the app included. */
  retained: z.int().min(0),
  /** There were older ones that are no longer held, here or in the app. */
  olderThanRetained: z.boolean(),
  /** Pass as `before` for the next page; `null` at the end. */
  nextBefore: z.string().nullable(),
  freshness,
});

/** What an entry is of. */
const entryOf = {
  /** An entry's id is unique within it: each instance counts for itself, and a restarted one anew. */
  bootId: z.string(),
  /** The instance whose run that was, by its name among the app's instances; missing where it is not known. */
  instanceId: z.string().optional(),
};

export const lateDropEntry = lateDrop.extend(entryOf);
export type LateDropEntry = z.infer<typeof lateDropEntry>;

/** Newest first: those of the running app, then those of its earlier runs. */
export const lateDropPage = page.extend({ items: z.array(lateDropEntry).max(200) });
export type LateDropPage = z.infer<typeof lateDropPage>;

/** A hold that has ended; those that last are in each tick's partitions. */
export const holdEntry = hold.extend(entryOf);
export type HoldEntry = z.infer<typeof holdEntry>;

/** Newest end first: those of the running app, then those of its earlier runs. */
export const holdPage = page.extend({ items: z.array(holdEntry).max(200) });
export type HoldPage = z.infer<typeof holdPage>;

/** A new leader epoch of a partition, at the time at which the app read a record of it. */
export const leaderChangeEntry = leaderChange.extend(entryOf);
export type LeaderChangeEntry = z.infer<typeof leaderChangeEntry>;

export const violationEntry = violation.extend(entryOf);
export type ViolationEntry = z.infer<typeof violationEntry>;

/** Newest first: those of the running app, then those of its earlier runs. */
export const violationPage = page.extend({ items: z.array(violationEntry).max(200) });
export type ViolationPage = z.infer<typeof violationPage>;
