import { z } from "zod";
import { count } from "./envelope.ts";

/** How often a duration in seconds fell in which bucket since the start. */
export const histogram = z.object({
  buckets: z.array(z.object({ atMostSeconds: z.number().min(0), count })).max(64),
  /** All of them, those beyond the last bucket too. */
  count,
  /** Its microseconds are a safe integer. */
  sumSeconds: z.number().min(0).max(9e9),
});
export type Histogram = z.infer<typeof histogram>;
