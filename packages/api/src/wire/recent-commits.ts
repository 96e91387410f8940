import { commits, offsetText } from "@stoatflow/engine/wire";
import { z } from "zod";

/** The newest epochs at the newest tick, newest first; `null` as long as no tick was received. */
export const recentCommits = z.object({
  tick: commits
    .extend({
      bootId: z.string(),
      sequence: offsetText,
      /** Wall clock of the app at the tick. */
      atMs: z.int(),
      /** Wall clock of the collector when the tick arrived. */
      receivedAtMs: z.int(),
    })
    .nullable(),
  /** Wall clock of the collector when it sent this, so that an age needs no clock of the browser. */
  serverNowMs: z.int(),
});
export type RecentCommits = z.infer<typeof recentCommits>;
