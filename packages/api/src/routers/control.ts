import { pauseRequest, resumeRequest } from "@stoatflow/engine/wire";
import { pauseApp } from "../services/pause-app.ts";
import { resumeApp } from "../services/resume-app.ts";
import { procedure, router } from "../trpc.ts";
import { appId } from "./input.ts";

export const controlRouter = router({
  pause: procedure
    .input(pauseRequest.extend({ appId }))
    .mutation(({ ctx, input: { appId, ...request } }) => pauseApp(ctx, appId, request)),
  resume: procedure
    .input(resumeRequest.extend({ appId }))
    .mutation(({ ctx, input: { appId, ...request } }) => resumeApp(ctx, appId, request)),
});
