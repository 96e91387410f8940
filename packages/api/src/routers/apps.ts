import { z } from "zod";
import { getAppsConfiguration } from "../services/get-apps-configuration.ts";
import { listApps } from "../services/list-apps.ts";
import { watchApp } from "../services/watch-app.ts";
import { procedure, router } from "../trpc.ts";
import { appsConfiguration, listedApp, watchEvent } from "../wire/index.ts";
import { appId, nothing } from "./input.ts";
import { trackedStream } from "./tracked-stream.ts";

export const appsRouter = router({
  list: procedure
    .input(nothing)
    .output(z.array(listedApp))
    .query(({ ctx }) => listApps(ctx)),
  /** Where the list comes from, and whether what stands there could be taken. */
  configuration: procedure
    .input(nothing)
    .output(appsConfiguration)
    .query(({ ctx }) => getAppsConfiguration(ctx)),
  watch: procedure
    .input(z.strictObject({ appId, lastEventId: z.string().max(100).nullish() }))
    .output(trackedStream(watchEvent))
    .subscription(({ ctx, input, signal }) => watchApp(ctx, input, signal ?? new AbortController().signal)),
});
