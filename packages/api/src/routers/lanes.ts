import { z } from "zod";
import { pastLanes } from "../services/past-lanes.ts";
import { readLiveLanes } from "../services/read-live-lanes.ts";
import { procedure, router } from "../trpc.ts";
import { laneHistory, liveLanes } from "../wire/index.ts";
import { pastLanesInput } from "./history-input.ts";
import { appId } from "./input.ts";

export const lanesRouter = router({
  live: procedure
    .input(z.strictObject({ appId }))
    .output(liveLanes)
    .query(({ ctx, input }) => readLiveLanes(ctx, input.appId)),
  history: procedure
    .input(pastLanesInput)
    .output(laneHistory)
    .query(({ ctx, input, signal }) => pastLanes(ctx, input, signal)),
});
