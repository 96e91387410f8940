import type { ApiContext } from "../context.ts";
import { resultOfThrown } from "../control/result-of.ts";
import { messageOf } from "../one-line.ts";
import { outcomeTextMax, type Simulated, type SimulateRequest } from "../wire/index.ts";

/**
 * Begins or ends a simulated incident. It is written to the audit before the app is called, and what came of it after.
 *
 * @throws {ApiError} `unknown-app`, `no-incidents`, `not-audited`: the app was not called. `refused`: the app said no, in
 * its own words. `unreachable`, `timeout`, `broken-off`, `bad-answer`, `too-large`: as of a pause.
 */
export async function simulateIncident(
  { audit, collectors }: Pick<ApiContext, "audit" | "collectors">,
  verb: "begin" | "end",
  { appId, name, actor }: SimulateRequest,
): Promise<Simulated> {
  const simulator = collectors.get(appId).simulator();
  const [row] = await audit.begin([{ action: `${verb}-incident`, appId, actor, reason: name, asked: {} }]);
  if (row === undefined) throw new Error("an action was begun without its row");
  try {
    const answer = await (verb === "begin"
      ? simulator.beginIncident(name, { actor })
      : simulator.endIncident(name, { actor }));
    const audited = await audit.end(row, answer.result === "unchanged" ? "unchanged" : "done", {});
    return { ...answer, auditId: row.id, audited };
  } catch (thrown) {
    const { kind } = resultOfThrown(thrown, undefined);
    await audit.end(row, kind, { message: messageOf(thrown, outcomeTextMax) });
    throw thrown;
  }
}
