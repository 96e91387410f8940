import type { ApiContext } from "../context.ts";
import type { ControlledApps, ResumeAppsRequest } from "../wire/index.ts";
import { controlApps } from "./control-apps.ts";

/** @throws {ApiError} `not-audited`: no app was called. */
export function resumeApps(context: ApiContext, request: ResumeAppsRequest): Promise<ControlledApps> {
  const { actor, reason } = request;
  return controlApps(context, "resume", request, (app, { expectedGeneration, expectedBootId }) =>
    app.resume({ actor, reason, expectedGeneration, expectedBootId }),
  );
}
