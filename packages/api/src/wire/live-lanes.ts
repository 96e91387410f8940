import { lanes, offsetText } from "@stoatflow/engine/wire";
import { z } from "zod";

/** The lanes at the newest tick; `null` as long as none was received. */
export const liveLanes = z.object({
  tick: lanes
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
export type LiveLanes = z.infer<typeof liveLanes>;
