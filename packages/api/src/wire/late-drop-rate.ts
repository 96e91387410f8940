import { z } from "zod";

/** How many late drops a minute there were lately. They are counted when their epoch is committed. */
export const lateDropRate = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("measured"),
    perMinute: z.number().min(0),
    dropped: z.int().min(0),
    /** The last five minutes, or what there is of them, one at the least. */
    overMs: z.int().min(60_000),
  }),
  z.object({
    kind: z.literal("not-known"),
    /**
     * `too-short`: since an instance of the app was started, or was heard first, less than a minute has passed: what it
     * dropped before is of no known minute.
     */
    why: z.enum(["no-tick", "too-short"]),
  }),
]);
export type LateDropRate = z.infer<typeof lateDropRate>;
