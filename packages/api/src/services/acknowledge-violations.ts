import type { ApiContext } from "../context.ts";
import { entryKey } from "../entry-key.ts";
import { knownViolations } from "../violations/held-violations.ts";
import type { Acknowledged, ViolationRef } from "../wire/index.ts";

export interface AcknowledgeViolations {
  readonly appId: string;
  readonly violations: readonly ViolationRef[];
  readonly actor: string;
  readonly note: string;
}

/**
 * Says that somebody has looked at these violations, with a result each, in the order of the request. Only what the
 * console knows can be acknowledged, so that nothing is that nobody could have seen.
 *
 * @throws {ApiError} `unknown-app`; `storage`, and then none was acknowledged.
 */
export async function acknowledgeViolations(
  { acknowledgements, clock, collectors, history }: ApiContext,
  { appId, violations, actor, note }: AcknowledgeViolations,
): Promise<Acknowledged[]> {
  const known = [...(await knownViolations(collectors.get(appId), history, violations)).values()];
  const added = await acknowledgements.acknowledge(appId, known, { atMs: clock.nowMs(), actor, note });
  const standing = await acknowledgements.of(appId, known);
  return violations.map(({ bootId, id }) => {
    const key = entryKey({ bootId, id });
    const acknowledgement = standing.get(key);
    if (acknowledgement === undefined) return { kind: "unknown", bootId, id };
    const kind = added.has(key) ? "acknowledged" : "already-acknowledged";
    return { kind, bootId, id, acknowledgement };
  });
}
