import { z } from "zod";
import { recentWatermarks } from "../services/recent-watermarks.ts";
import { procedure, router } from "../trpc.ts";
import { recentPartitionsMax } from "../wire/index.ts";
import { appId } from "./input.ts";

export const watermarksRouter = router({
  recent: procedure
    .input(z.object({ appId, partitions: z.array(z.string().max(270)).max(recentPartitionsMax).optional() }))
    .query(({ ctx, input }) => recentWatermarks(ctx, input)),
});
