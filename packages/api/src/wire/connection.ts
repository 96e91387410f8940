import { z } from "zod";

const timeMs = z.int();

/**
 * How the collector stands with one app.
 *
 * Whether data is stale is no part of it: the page tells that from the age of what it holds. A frozen process still
 * has a live connection.
 */
export const connection = z.discriminatedUnion("kind", [
  /** No answer yet since the collector started. */
  z.object({ kind: z.literal("connecting"), sinceMs: timeMs }),
  z.object({ kind: z.literal("live"), sinceMs: timeMs }),
  /** It does not answer, or it hung up. `lastSeenMs`: when something of it was last received. */
  z.object({
    kind: z.literal("unreachable"),
    sinceMs: timeMs,
    lastSeenMs: timeMs.nullable(),
    reason: z.string().max(500),
  }),
  /** It answers, but not as an app does. `reason` names the field that is wrong. */
  z.object({
    kind: z.literal("invalid"),
    sinceMs: timeMs,
    lastSeenMs: timeMs.nullable(),
    reason: z.string().max(500),
  }),
]);
export type Connection = z.infer<typeof connection>;
export type ConnectionKind = Connection["kind"];
