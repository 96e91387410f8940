import { z } from "zod";
import { durationMs, offsetText, partitionRef, timeMs } from "./envelope.ts";
import { ringPage } from "./ring-page.ts";

export const holdEndedBy = z.enum(["dispatched", "revoked", "stopped"]);
export type HoldEndedBy = z.infer<typeof holdEndedBy>;

/**
 * One time that a head was held behind older heads elsewhere, told when it has ended. One that lasts is in its
 * partition's `headHeldSinceMs`.
 */
export const hold = partitionRef.extend({
  /** Grows by one with each hold that ends, since the start; the cursor of the page. */
  id: offsetText,
  headOffset: offsetText,
  headTimestampMs: timeMs,
  /** The watermark that its partition was committed to reach; `null`: a custom generator has none. */
  previewWatermarkMs: timeMs.nullable(),
  /** The app's clock, at the beginning and at the moment of the end. */
  fromMs: timeMs,
  untilMs: timeMs,
  heldMs: durationMs,
  /** `revoked`: the partition went, or went back to its last commit. `stopped`: the app ended. */
  endedBy: holdEndedBy,
});
export type Hold = z.infer<typeof hold>;

/** A page of the holds that have ended, in the order of their ends. */
export const holdsBody = ringPage(hold);
export type HoldsBody = z.infer<typeof holdsBody>;
