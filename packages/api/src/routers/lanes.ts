import { z } from "zod";
import { readLiveLanes } from "../services/read-live-lanes.ts";
import { procedure, router } from "../trpc.ts";
import { liveLanes } from "../wire/index.ts";
import { appId } from "./input.ts";

export const lanesRouter = router({
  live: procedure
    .input(z.object({ appId }))
    .output(liveLanes)
    .query(({ ctx, input }) => readLiveLanes(ctx, input.appId)),
});
