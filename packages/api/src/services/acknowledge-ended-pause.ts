import type { ApiContext } from "../context.ts";
import type { AcknowledgedPause, AcknowledgePauseRequest } from "../wire/index.ts";
import { forgetEndedPause } from "./forget-ended-pause.ts";

/**
 * Says that somebody knows that the pause has ended; it is then told no more.
 *
 * @throws {ApiError} `not-audited`: the audit can't be written, and the pause is told on.
 */
export async function acknowledgeEndedPause(
  context: Pick<ApiContext, "audit" | "collectors" | "pauses">,
  { appId, pauseId, actor, reason }: AcknowledgePauseRequest,
): Promise<AcknowledgedPause> {
  const { audit, pauses } = context;
  const isTold = () => pauses.endedOf(appId).some((ended) => ended.pauseId === pauseId);
  if (!isTold()) return { kind: "gone" };
  const action = { action: "acknowledge-ended-pause" as const, appId, actor, reason, asked: { pauseId } };
  const [row] = await audit.begin([action]);
  const told = isTold();
  if (told) forgetEndedPause(context, appId, pauseId);
  if (row === undefined) return { kind: "gone" };
  const audited = await audit.end(row, told ? "done" : "unchanged", {});
  return told ? { kind: "acknowledged", auditId: row.id, audited } : { kind: "gone" };
}
