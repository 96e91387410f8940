import type { Logger } from "pino";
import { type Clock, sleep } from "../clock.ts";
import { messageOf, StoatFlowError } from "../errors.ts";
import type { LogConsumer } from "../ports.ts";
import type { Offset } from "../record/offset.ts";
import type { PartitionId, TopicPartition } from "../record/topic-partition.ts";
import {
  type CommittedPositions,
  type OutOfRangePolicies,
  readCommittedPositions,
} from "./committed-positions.ts";
import type { Committer } from "./committer.ts";

export interface PatienceOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Nobody waits for the answer any more: the app ends, or its partitions are another's. */
  readonly cancelled: () => boolean;
}

const firstBackOffMs = 100;
const longestBackOffMs = 5000;

/**
 * Asks the log until it answers, at growing intervals up to 5 s.
 *
 * @returns `undefined` when cancelled.
 * @throws {StoatFlowError} `fenced`, `offset-out-of-range`: what asking again does not mend.
 */
export async function askUntilAnswered<T>(
  { clock, logger, cancelled }: PatienceOptions,
  ask: () => Promise<T>,
): Promise<T | undefined> {
  for (let backOffMs = firstBackOffMs; !cancelled(); backOffMs = Math.min(backOffMs * 2, longestBackOffMs)) {
    try {
      const answer = await ask();
      return cancelled() ? undefined : answer;
    } catch (thrown) {
      if (cancelled()) return undefined;
      if (
        thrown instanceof StoatFlowError &&
        (thrown.code === "fenced" || thrown.code === "offset-out-of-range")
      ) {
        throw thrown;
      }
      logger.warn({ err: thrown }, `the committed offsets can't be read yet: ${messageOf(thrown)}`);
      await sleep(clock, backOffMs);
    }
  }
  return undefined;
}

export interface RecoveryOptions extends PatienceOptions {
  readonly committer: Committer;
  readonly consumer: LogConsumer;
  readonly assigned: readonly TopicPartition[];
  readonly policies: OutOfRangePolicies;
  /** See {@link readCommittedPositions}. */
  readonly recoverAt: (id: PartitionId) => Offset | undefined;
}

/**
 * Asks the broker what is committed: a new producer is initialised, which fences and ends whatever the former one
 * had begun, and only then the committed offsets are read (invariant 12).
 *
 * @returns `undefined` when cancelled.
 * @throws {StoatFlowError} as {@link askUntilAnswered}.
 */
export function readBack(options: RecoveryOptions): Promise<CommittedPositions | undefined> {
  const { committer, consumer, assigned, policies, recoverAt } = options;
  return askUntilAnswered(options, async () => {
    await committer.open();
    return await readCommittedPositions(consumer, assigned, policies, recoverAt);
  });
}
