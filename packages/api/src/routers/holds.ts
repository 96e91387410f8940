import { listHolds } from "../services/list-holds.ts";
import { procedure, router } from "../trpc.ts";
import { pageInput } from "./input.ts";

export const holdsRouter = router({
  list: procedure.input(pageInput).query(({ ctx, input: { appId, ...page } }) => listHolds(ctx, appId, page)),
});
