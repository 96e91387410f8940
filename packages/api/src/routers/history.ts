import { pastLifecycle } from "../services/past-events.ts";
import { procedure, router } from "../trpc.ts";
import { historyRetention, pastLifecycle as pastLifecyclePage } from "../wire/index.ts";
import { pastEventsInput } from "./history-input.ts";
import { nothing } from "./input.ts";

export const historyRouter = router({
  retention: procedure
    .input(nothing)
    .output(historyRetention)
    .query(({ ctx }) => ctx.history.retention()),
  lifecycle: procedure
    .input(pastEventsInput)
    .output(pastLifecyclePage)
    .query(({ ctx, input }) => pastLifecycle(ctx, input)),
});
