import { z } from "zod";
import { acknowledgeEndedPause } from "../services/acknowledge-ended-pause.ts";
import { appDrain } from "../services/app-drain.ts";
import { pauseApps } from "../services/pause-apps.ts";
import { resumeApps } from "../services/resume-apps.ts";
import { procedure, router } from "../trpc.ts";
import {
  acknowledgedPause,
  acknowledgePauseRequest,
  appDrain as appDrainSchema,
  controlledApps,
  endedPauses,
  pauseAppsRequest,
  resumeAppsRequest,
} from "../wire/index.ts";
import { appId, nothing } from "./input.ts";

export const controlRouter = router({
  pause: procedure
    .input(pauseAppsRequest)
    .output(controlledApps)
    .mutation(({ ctx, input }) => pauseApps(ctx, input)),
  resume: procedure
    .input(resumeAppsRequest)
    .output(controlledApps)
    .mutation(({ ctx, input }) => resumeApps(ctx, input)),
  drain: procedure
    .input(z.strictObject({ appId }))
    .output(appDrainSchema)
    .query(({ ctx, input }) => appDrain(ctx, input.appId)),
  endedPauses: procedure
    .input(nothing)
    .output(endedPauses)
    .query(({ ctx }) => ({ items: ctx.pauses.ended() })),
  acknowledgeEndedPause: procedure
    .input(acknowledgePauseRequest)
    .output(acknowledgedPause)
    .mutation(({ ctx, input }) => acknowledgeEndedPause(ctx, input)),
});
