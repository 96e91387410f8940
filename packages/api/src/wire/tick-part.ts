import { offsetText } from "@stoatflow/engine/wire";
import { z } from "zod";

/** A part of the newest tick, with which tick it is of; `null` as long as none was received. */
export function tickPart<Part extends z.ZodRawShape>(part: z.ZodObject<Part>) {
  return z.object({
    tick: part
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
}
