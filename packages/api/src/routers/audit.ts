import { listAudit } from "../services/list-audit.ts";
import { procedure, router } from "../trpc.ts";
import { auditPage, auditQuery } from "../wire/index.ts";

export const auditRouter = router({
  list: procedure
    .input(auditQuery.prefault({}))
    .output(auditPage)
    .query(({ ctx, input }) => listAudit(ctx, input)),
});
