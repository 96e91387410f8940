import { z } from "zod";
import { count, durationMs, envelope, timeMs } from "./envelope.ts";

export const commit = z.object({
  epoch: count,
  atMs: timeMs,
  outcome: z.enum(["committed", "rolled-back"]),
  /** From the fixing of the barrier to its passing of the last lane. */
  drainMs: durationMs.nullable(),
  /** From the begin of the transaction to its outcome. */
  commitMs: durationMs.nullable(),
  records: count,
  outputs: count,
  changelogRows: count,
});
export type Commit = z.infer<typeof commit>;

/** The most commits that one answer holds. */
export const commitsMax = 256;

/** The body of `GET /commits` below its envelope: the newest epochs, newest first, bounded. */
export const commits = z.object({ commits: z.array(commit).max(commitsMax) });
export type Commits = z.infer<typeof commits>;

export const commitsBody = envelope.extend(commits.shape);
export type CommitsBody = z.infer<typeof commitsBody>;
