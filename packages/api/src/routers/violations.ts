import { listViolations } from "../services/list-violations.ts";
import { procedure, router } from "../trpc.ts";
import { pageInput } from "./input.ts";

export const violationsRouter = router({
  list: procedure
    .input(pageInput)
    .query(({ ctx, input: { appId, ...page } }) => listViolations(ctx, appId, page)),
});
