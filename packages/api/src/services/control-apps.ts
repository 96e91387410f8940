import { randomUUID } from "node:crypto";
import type { ControlAnswer } from "@stoatflow/engine/wire";
import type { CollectedApp } from "../collector/collected-app.ts";
import type { ApiContext } from "../context.ts";
import { resultOfAnswer, resultOfThrown } from "../control/result-of.ts";
import { sideBySide } from "../control/side-by-side.ts";
import type {
  ControlledApp,
  ControlledApps,
  ControlResult,
  ControlTarget,
  PauseAppsRequest,
} from "../wire/index.ts";
import { forgetEndedPause } from "./forget-ended-pause.ts";

/** Apps that are called at the same time: one that does not answer holds up nobody but its own place. */
const callsAtOnce = 32;

/**
 * One action over one or several apps. What is asked of each is written to the audit before any app is called, and what
 * came of it after its answer; an app that fails keeps no other from its result.
 *
 * @throws {ApiError} `not-audited`: the audit can't be written, and no app was called.
 */
export async function controlApps(
  context: Pick<ApiContext, "audit" | "collectors" | "pauses">,
  action: "pause" | "resume",
  { apps, actor, reason, timeToLiveMs }: PauseAppsRequest,
  call: (app: CollectedApp, target: ControlTarget) => Promise<ControlAnswer>,
): Promise<ControlledApps> {
  const { audit, collectors, pauses } = context;
  const actionId = randomUUID();
  const rows = await audit.begin(
    apps.map(({ appId, expectedGeneration = null, expectedBootId = null }) => ({
      action,
      appId,
      actor,
      reason,
      asked: { actionId, expectedGeneration, expectedBootId, timeToLiveMs: timeToLiveMs ?? null },
    })),
  );
  const begun = rows.flatMap((row, i) => (apps[i] === undefined ? [] : [{ row, target: apps[i] }]));
  const results = await sideBySide(begun, callsAtOnce, async ({ target, row }): Promise<ControlledApp> => {
    const { appId } = target;
    const told = pauses.endedOf(appId);
    const result = await control(target);
    if (result.kind === "done" || result.kind === "unchanged")
      for (const { pauseId } of told) forgetEndedPause(context, appId, pauseId);
    const audited = await audit.end(row, result.kind, {
      generation: "generation" in result ? result.generation : null,
      message: "reason" in result ? result.reason : null,
    });
    return { appId, result, auditId: row.id, audited };
  });
  return { actionId, results };

  async function control(target: ControlTarget): Promise<ControlResult> {
    let app: CollectedApp | undefined;
    try {
      app = collectors.get(target.appId);
      return resultOfAnswer(await call(app, target));
    } catch (thrown) {
      return resultOfThrown(thrown, app?.summary());
    }
  }
}
