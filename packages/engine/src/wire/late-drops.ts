import { z } from "zod";
import { count, envelope, offsetText, partitionRef, timeMs } from "./envelope.ts";
import { payload } from "./payload.ts";

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
  headers: z.array(z.tuple([z.string().max(1000), payload])).max(100),
  /** Event time of the record. */
  timestampMs: timeMs,
  /** The watermark it was judged by: that of the last barrier before it. */
  watermarkMs: timeMs,
  /** `watermarkMs − timestampMs`. */
  latenessMs: z.int(),
  operator: z.string().max(200),
  window: z.object({ startMs: timeMs, endMs: timeMs }),
  graceMs: z.int().min(0),
});
export type LateDrop = z.infer<typeof lateDrop>;

/**
 * A page of a bounded ring, oldest first within the page. `after` the newest id that the reader has; `missed` is
 * how many left the ring before the reader asked.
 */
export const lateDropsBody = envelope.extend({
  items: z.array(lateDrop).max(500),
  /** Pass as `after` to go on. */
  next: offsetText,
  missed: count,
  /** Drops since the start, however the ring has wrapped. */
  total: count,
  retained: count,
  limit: count,
});
export type LateDropsBody = z.infer<typeof lateDropsBody>;
