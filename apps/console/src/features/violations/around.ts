/** What is known to have happened around a violation, that may have brought it about. */
import type { LifecycleChange, ViolationReport } from "@stoatflow/api";
import { groupDigits } from "../../lib/format/integer.ts";
import { visibleText } from "../../lib/format/visible-text.ts";

export interface Around {
  readonly key: string;
  /** By the app's clock; of a new leader epoch, when a record of it was read. */
  readonly atMs: number;
  readonly words: string;
}

type ReportedLeaderChange = ViolationReport["leaderChanges"][number];

/** All of it in the order of time. @param partition as it is named, e.g. `orders-3` */
export function aroundViolation(
  partition: string,
  lifecycle: readonly LifecycleChange[],
  leaderChanges: readonly ReportedLeaderChange[],
): readonly Around[] {
  return [
    ...lifecycle.map((change) => ({
      key: `app ${change.bootId} ${change.atMs}`,
      atMs: change.atMs,
      words: lifecycleWords(change),
    })),
    ...leaderChanges.map((change) => ({
      key: `leader ${change.toEpoch} ${change.readAtMs}`,
      atMs: change.readAtMs,
      words: `a new leader epoch of ${partition} ${epochWords(change)}`,
    })),
  ].sort((a, b) => a.atMs - b.atMs);
}

function lifecycleWords({ isRestart, to, by }: LifecycleChange): string {
  const who = by?.actor === undefined || by.actor === null ? "" : `, by ${visibleText(by.actor)}`;
  return isRestart
    ? `the app, or one of its instances, was started anew (${to.kind})`
    : `it became ${to.kind}${who}`;
}

/** Which epoch follows which, and that it is not known when: a client reads of an epoch some time after it began. */
function epochWords({ fromEpoch, toEpoch, atOffset }: ReportedLeaderChange): string {
  return `(${fromEpoch} to ${toEpoch}), as read at offset ${groupDigits(atOffset)}`;
}
