import { z } from "zod";

/** How long one value of the trail is of, and how many there are: ten minutes. */
export const gapTrailEveryMs = 10_000;
export const gapTrailMax = 60;

/** How far the global watermark was behind in the last ten minutes, for a line as small as a word. */
export const gapTrail = z.object({
  /** The end of the newest value, by the collector's clock: each is of `everyMs` before the one after it. */
  untilMs: z.int(),
  everyMs: z.literal(gapTrailEveryMs),
  /** Oldest first, each the largest gap of its time; `null`: no tick was received then, or there was no watermark. */
  gapsMs: z.array(z.number().nullable()).length(gapTrailMax),
});
export type GapTrail = z.infer<typeof gapTrail>;
