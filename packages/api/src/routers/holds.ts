import { listHolds } from "../services/list-holds.ts";
import { pastHolds } from "../services/past-events.ts";
import { procedure, router } from "../trpc.ts";
import { holdPage, pastHolds as pastHoldsPage } from "../wire/index.ts";
import { pastEventsInput } from "./history-input.ts";
import { pageInput } from "./input.ts";

export const holdsRouter = router({
  list: procedure
    .input(pageInput)
    .output(holdPage)
    .query(({ ctx, input: { appId, ...page } }) => listHolds(ctx, appId, page)),
  history: procedure
    .input(pastEventsInput)
    .output(pastHoldsPage)
    .query(({ ctx, input }) => pastHolds(ctx, input)),
});
