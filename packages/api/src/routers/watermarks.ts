import { z } from "zod";
import { pastWatermarks } from "../services/past-watermarks.ts";
import { recentWatermarks } from "../services/recent-watermarks.ts";
import { watermarksAt } from "../services/watermarks-at.ts";
import { watermarksHeatmap } from "../services/watermarks-heatmap.ts";
import { procedure, router } from "../trpc.ts";
import {
  pastMoment,
  recentPartitionsMax,
  recentTicks,
  watermarkHeatmap,
  watermarkHistory,
} from "../wire/index.ts";
import { heatmapInput, pastTimeMs, pastWatermarksInput } from "./history-input.ts";
import { appId } from "./input.ts";

export const watermarksRouter = router({
  recent: procedure
    .input(
      z.strictObject({ appId, partitions: z.array(z.string().max(270)).max(recentPartitionsMax).optional() }),
    )
    .output(recentTicks)
    .query(({ ctx, input }) => recentWatermarks(ctx, input)),
  history: procedure
    .input(pastWatermarksInput)
    .output(watermarkHistory)
    .query(({ ctx, input, signal }) => pastWatermarks(ctx, input, signal)),
  heatmap: procedure
    .input(heatmapInput)
    .output(watermarkHeatmap)
    .query(({ ctx, input, signal }) => watermarksHeatmap(ctx, input, signal)),
  at: procedure
    .input(z.strictObject({ appId, atMs: pastTimeMs }))
    .output(pastMoment)
    .query(({ ctx, input, signal }) => watermarksAt(ctx, input, signal)),
});
