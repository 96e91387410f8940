import { z } from "zod";
import { listApps } from "../services/list-apps.ts";
import { watchApp } from "../services/watch-app.ts";
import { procedure, router } from "../trpc.ts";
import { appId } from "./input.ts";

export const appsRouter = router({
  list: procedure.query(({ ctx }) => listApps(ctx)),
  watch: procedure
    .input(z.object({ appId, lastEventId: z.string().max(100).nullish() }))
    .subscription(({ ctx, input, signal }) => watchApp(ctx, input, signal ?? new AbortController().signal)),
});
