import { watchLive } from "../services/watch-live.ts";
import { procedure, router } from "../trpc.ts";
import { liveEvent, liveRequest } from "../wire/index.ts";
import { trackedStream } from "./tracked-stream.ts";

export const liveRouter = router({
  /** Everything that the tabs of one browser show, in one subscription. */
  watch: procedure
    .input(liveRequest)
    .output(trackedStream(liveEvent))
    .subscription(({ ctx, input, signal }) => watchLive(ctx, input, signal ?? new AbortController().signal)),
});
