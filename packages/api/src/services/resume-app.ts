import type { ControlAnswer, ResumeRequest } from "@stoatflow/engine/wire";
import type { ApiContext } from "../context.ts";

export function resumeApp(
  { collectors }: ApiContext,
  appId: string,
  request: ResumeRequest,
): Promise<ControlAnswer> {
  return collectors.get(appId).resume(request);
}
