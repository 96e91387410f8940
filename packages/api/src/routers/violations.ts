import { z } from "zod";
import { acknowledgeViolations } from "../services/acknowledge-violations.ts";
import { countUnacknowledged } from "../services/count-unacknowledged.ts";
import { listViolations } from "../services/list-violations.ts";
import { pastViolations } from "../services/past-events.ts";
import { reportViolation } from "../services/report-violation.ts";
import { procedure, router } from "../trpc.ts";
import {
  acknowledgedAtOnceMax,
  acknowledgedViolations,
  copiedReport,
  ledgerPage,
  pastViolations as pastViolationsPage,
  unacknowledgedBugs,
  violationRef,
} from "../wire/index.ts";
import { givenText } from "../wire/stored-text.ts";
import { pastEventsInput } from "./history-input.ts";
import { appId, pageInput } from "./input.ts";

/** As it is asked with; what is answered may grow. */
const givenRef = z.strictObject(violationRef.shape);

export const violationsRouter = router({
  list: procedure
    .input(pageInput)
    .output(ledgerPage)
    .query(({ ctx, input: { appId, ...page } }) => listViolations(ctx, appId, page)),
  acknowledge: procedure
    .input(
      z.strictObject({
        appId,
        violations: z.array(givenRef).min(1).max(acknowledgedAtOnceMax),
        actor: givenText(200),
        /** What was found: somebody else reads it later. */
        note: givenText(2000),
      }),
    )
    .output(acknowledgedViolations)
    .mutation(({ ctx, input }) => acknowledgeViolations(ctx, input)),
  unacknowledged: procedure
    .input(z.strictObject({ appIds: z.array(appId).max(1000).optional() }).prefault({}))
    .output(z.array(unacknowledgedBugs))
    .query(({ ctx, input }) => countUnacknowledged(ctx, input.appIds)),
  report: procedure
    .input(givenRef.extend({ appId }))
    .output(copiedReport)
    .query(({ ctx, input: { appId, ...ref } }) => reportViolation(ctx, appId, ref)),
  history: procedure
    .input(pastEventsInput)
    .output(pastViolationsPage)
    .query(({ ctx, input }) => pastViolations(ctx, input)),
});
