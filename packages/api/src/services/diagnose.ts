import type { ApiContext } from "../context.ts";
import { diagnosisOf } from "../diagnosis/diagnosis-of.ts";
import type { Diagnosis } from "../wire/diagnosis.ts";

/** Why event time does not move, from what was collected: the app is not asked. @throws {ApiError} `unknown-app` */
export function diagnose({ clock, collectors }: ApiContext, appId: string): Diagnosis {
  const app = collectors.get(appId);
  const { connection } = app.summary();
  return diagnosisOf({ appId, connection, trace: app.trace(), nowMs: clock.nowMs() });
}
