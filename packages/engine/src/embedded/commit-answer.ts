/** How a commit, with a transaction or without, meets the faults that are armed for commits. */
import type { CommitOutcome } from "../ports.ts";
import type { ArmedFaults } from "./fault.ts";
import type { LogProcess } from "./log-process.ts";

/**
 * Commits through the armed faults: the process may end here, or the commit may take its time.
 *
 * @param hasOffsets whether offsets have joined: only then does the process end in front of the commit.
 */
export function answerCommit(
  faults: ArmedFaults,
  process: LogProcess,
  hasOffsets: boolean,
  commit: () => CommitOutcome,
): Promise<CommitOutcome> {
  if (process.crashed) return process.answer(commit);
  const crash = hasOffsets ? faults.take("crash-before-commit") : undefined;
  if (crash !== undefined) {
    process.crash();
    crash.onCrash();
    return process.answer(commit);
  }
  const delay = faults.take("commit-delay");
  return delay === undefined ? process.answer(commit) : process.answerAfter(delay.ms, commit);
}
