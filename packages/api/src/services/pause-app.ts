import type { ControlAnswer, PauseRequest } from "@stoatflow/engine/wire";
import type { ApiContext } from "../context.ts";

export function pauseApp(
  { collectors }: ApiContext,
  appId: string,
  request: PauseRequest,
): Promise<ControlAnswer> {
  return collectors.get(appId).pause(request);
}
