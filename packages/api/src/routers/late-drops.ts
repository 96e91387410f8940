import { listLateDrops } from "../services/list-late-drops.ts";
import { procedure, router } from "../trpc.ts";
import { pageInput } from "./input.ts";

export const lateDropsRouter = router({
  list: procedure
    .input(pageInput)
    .query(({ ctx, input: { appId, ...page } }) => listLateDrops(ctx, appId, page)),
});
