import type { BegunAction } from "../audit/audit-log.ts";
import type { ApiContext } from "../context.ts";
import { entryKey } from "../entry-key.ts";
import { messageOf } from "../one-line.ts";
import { knownViolations } from "../violations/held-violations.ts";
import type { Acknowledged, AcknowledgedViolations, ViolationEntry, ViolationRef } from "../wire/index.ts";

export interface AcknowledgeViolations {
  readonly appId: string;
  readonly violations: readonly ViolationRef[];
  readonly actor: string;
  readonly note: string;
}

/**
 * Says that somebody has looked at these violations, with a result each, in the order of the request. Only what the
 * console knows can be acknowledged, so that nothing is that nobody could have seen. The audit's row of it is begun
 * before anything is kept.
 *
 * @throws {ApiError} `unknown-app`; `not-audited` and `storage`, and then none was acknowledged.
 */
export async function acknowledgeViolations(
  context: ApiContext,
  { appId, violations, actor, note }: AcknowledgeViolations,
): Promise<AcknowledgedViolations> {
  const { acknowledgements, audit, collectors, history, writtenBugs } = context;
  const app = collectors.get(appId);
  const known = [...(await knownViolations(app, history, violations)).values()];
  if (known.length === 0) return { results: violations.map(unknown), audit: null };
  const asked = { violations: known.map(({ bootId, id }) => ({ bootId, id })) };
  const [row] = await audit.begin([{ action: "acknowledge-violations", appId, actor, reason: note, asked }]);
  if (row === undefined) throw new Error("an action was begun without its row");
  const added = await keep(row, known);
  writtenBugs.acknowledged(app);
  const audited = await audit.end(row, added.size > 0 ? "done" : "unchanged", {
    message: added.size === known.length ? null : `${known.length - added.size} had been acknowledged before`,
  });
  const standing = await acknowledgements.of(appId, known);
  const results = violations.map(({ bootId, id }): Acknowledged => {
    const key = entryKey({ bootId, id });
    const acknowledgement = standing.get(key);
    if (acknowledgement === undefined) return unknown({ bootId, id });
    const kind = added.has(key) ? "acknowledged" : "already-acknowledged";
    return { kind, bootId, id, acknowledgement };
  });
  return { results, audit: { auditId: row.id, audited } };

  async function keep(begun: BegunAction, all: readonly ViolationEntry[]): Promise<ReadonlySet<string>> {
    try {
      return await acknowledgements.acknowledge(appId, all, { atMs: context.clock.nowMs(), actor, note });
    } catch (thrown) {
      await audit.end(begun, "failed", { message: messageOf(thrown) });
      throw thrown;
    }
  }
}

function unknown({ bootId, id }: ViolationRef): Acknowledged {
  return { kind: "unknown", bootId, id };
}
