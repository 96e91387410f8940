import { z } from "zod";
import { count, offsetText, partitionRef, timeMs } from "./envelope.ts";
import { payload } from "./payload.ts";
import { ringPage } from "./ring-page.ts";

/** Who moved the watermark past the close of a window, and how. */
export const watermarkMoveRef = partitionRef.extend({
  /** A record was dispatched, a held head's preview counted, or the partition counted no longer. */
  cause: z.enum(["dispatched", "preview", "idle", "removed"]),
  /** Wall clock of the move. */
  atMs: timeMs,
});
export type WatermarkMoveRef = z.infer<typeof watermarkMoveRef>;

/** The most headers that are kept of one record: of as many there may have been more. */
export const lateDropHeadersMax = 100;

/** One record dropped for one window, because the watermark had closed it. */
export const lateDrop = partitionRef.extend({
  /** Grows by one with each drop since the start; the cursor of the page. */
  id: offsetText,
  /** Wall clock at the drop. */
  atMs: timeMs,
  epoch: count,
  offset: offsetText,
  key: payload,
  value: payload,
  headers: z.array(z.tuple([z.string().max(1000), payload])).max(lateDropHeadersMax),
  /** Event time of the record. */
  timestampMs: timeMs,
  /** The watermark it was judged by: that of the last barrier before it. */
  watermarkMs: timeMs,
  /** `watermarkMs − timestampMs`. */
  latenessMs: z.int(),
  operator: z.string().max(200),
  window: z.object({ startMs: timeMs, endMs: timeMs }),
  graceMs: z.int().min(0),
  /** The windows that the same record was counted in, by start. */
  keptWindows: z.array(z.object({ startMs: timeMs, endMs: timeMs })).max(100),
  /** The first move of the watermark past the close of the window. */
  movedBy: watermarkMoveRef.nullable(),
  /** Why that is not known; `null` exactly where it is. */
  movedByMissing: z.enum(["before-start", "beyond-history"]).nullable(),
});
export type LateDrop = z.infer<typeof lateDrop>;

export const lateDropsBody = ringPage(lateDrop);
export type LateDropsBody = z.infer<typeof lateDropsBody>;
