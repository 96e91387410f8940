import type { ApiContext } from "../context.ts";
import type { ControlledApps, PauseAppsRequest } from "../wire/index.ts";
import { controlApps } from "./control-apps.ts";

/** @throws {ApiError} `not-audited`: no app was called. */
export function pauseApps(context: ApiContext, request: PauseAppsRequest): Promise<ControlledApps> {
  const { actor, reason, timeToLiveMs } = request;
  return controlApps(context, "pause", request, (app, { expectedGeneration, expectedBootId }) =>
    app.pause({ actor, reason, expectedGeneration, expectedBootId, timeToLiveMs }),
  );
}
