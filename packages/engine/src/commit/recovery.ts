import { type Clock, sleep } from "../clock.ts";
import { messageOf, StoatFlowError } from "../errors.ts";
import type { LogConsumer } from "../ports.ts";
import type { TopicPartition } from "../record/topic-partition.ts";
import {
  type CommittedPositions,
  type OutOfRangePolicies,
  readCommittedPositions,
} from "./committed-positions.ts";
import type { Committer } from "./committer.ts";

export interface RecoveryOptions {
  readonly committer: Committer;
  readonly consumer: LogConsumer;
  readonly assigned: readonly TopicPartition[];
  readonly policies: OutOfRangePolicies;
  readonly clock: Clock;
  /** The app is ending: give up. */
  readonly cancelled: () => boolean;
}

const firstBackOffMs = 100;
const longestBackOffMs = 5000;

/**
 * Asks the broker what is committed: a new producer is initialised, which fences and ends whatever the former one
 * had begun, and only then the committed offsets are read (invariant 12). Goes on trying while the log is out of
 * reach, at growing intervals up to 5 s.
 *
 * @returns `undefined` when cancelled.
 * @throws {StoatFlowError} `fenced`, `offset-out-of-range`: what trying again does not mend.
 */
export async function readBack(options: RecoveryOptions): Promise<CommittedPositions | undefined> {
  const { committer, consumer, assigned, policies, clock, cancelled } = options;
  for (let backOffMs = firstBackOffMs; !cancelled(); backOffMs = Math.min(backOffMs * 2, longestBackOffMs)) {
    try {
      await committer.open();
      return await readCommittedPositions(consumer, assigned, policies);
    } catch (thrown) {
      if (
        thrown instanceof StoatFlowError &&
        (thrown.code === "fenced" || thrown.code === "offset-out-of-range")
      ) {
        throw thrown;
      }
      policies.logger.warn({ err: thrown }, `the committed offsets can't be read yet: ${messageOf(thrown)}`);
      await sleep(clock, backOffMs);
    }
  }
  return undefined;
}
