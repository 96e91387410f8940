import { ApiError } from "../api-error.ts";
import type { ApiContext } from "../context.ts";
import { entryKey } from "../entry-key.ts";
import { version } from "../version.ts";
import { knownViolations } from "../violations/held-violations.ts";
import { leaderChangesAround } from "../violations/leader-changes-around.ts";
import { reportText } from "../violations/report-text.ts";
import { violationReportOf } from "../violations/violation-report.ts";
import type { CopiedReport, ViolationRef } from "../wire/index.ts";

/**
 * A report of one violation, to be copied, and who has looked at it.
 *
 * @throws {ApiError} `unknown-app`, `unknown-violation`, `storage`
 */
export async function reportViolation(
  { acknowledgements, clock, collectors, history }: ApiContext,
  appId: string,
  ref: ViolationRef,
): Promise<CopiedReport> {
  const app = collectors.get(appId);
  const violation = (await knownViolations(app, history, [ref])).get(entryKey(ref));
  if (violation === undefined) {
    const message = `no violation ${ref.id} of run "${ref.bootId}" of app "${appId}" is known; look at the ledger again`;
    throw new ApiError("unknown-violation", message);
  }
  const report = violationReportOf({
    madeAtMs: clock.nowMs(),
    consoleVersion: version,
    appId,
    environment: app.summary().environment,
    violation,
    leaderChanges: await leaderChangesAround(history, appId, violation),
    snapshot: app.newestOf(ref.bootId)?.snapshot,
    now: app.newest()?.snapshot,
  });
  const acknowledgement = (await acknowledgements.of(appId, [ref])).get(entryKey(ref)) ?? null;
  return { text: reportText(report), report, acknowledgement };
}
