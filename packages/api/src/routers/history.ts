import { pastLifecycle } from "../services/past-events.ts";
import { pastMarks } from "../services/past-marks.ts";
import { procedure, router } from "../trpc.ts";
import { historyMarks, historyRetention, pastLifecycle as pastLifecyclePage } from "../wire/index.ts";
import { pastEventsInput, pastMarksInput } from "./history-input.ts";
import { nothing } from "./input.ts";

export const historyRouter = router({
  retention: procedure
    .input(nothing)
    .output(historyRetention)
    .query(({ ctx }) => ctx.history.retention()),
  /** Holds, violations, changes of the life cycle and new leader epochs of a span at once. */
  marks: procedure
    .input(pastMarksInput)
    .output(historyMarks)
    .query(({ ctx, input }) => pastMarks(ctx, input)),
  lifecycle: procedure
    .input(pastEventsInput)
    .output(pastLifecyclePage)
    .query(({ ctx, input }) => pastLifecycle(ctx, input)),
});
