/**
 * Membership in a consumer group, and nothing else: kafkajs joins, sends heartbeats, finds new partitions and hands
 * over assignments, with every topic paused for good, so that it never fetches and never moves an offset.
 *
 * Owned by one consumer. Paused topics also mean that it sends heartbeats however long the engine is paused, and that
 * a rejoin takes nothing away from what was read.
 */
import type { Consumer } from "kafkajs";
import { AssertionError } from "../assert.ts";
import type { CommitOutcome, PartitionCommit } from "../ports.ts";
import { comparePartitions, type TopicPartition } from "../record/topic-partition.ts";
import { kafkaClient } from "./connection.ts";
import { brokerErrorOf } from "./kafka-error.ts";
import { offsetsByTopic } from "./offsets-by-topic.ts";
import { oneHolderAssigner } from "./one-holder-assigner.ts";
import type { KafkaSettings } from "./options.ts";

export interface MembershipOptions {
  readonly groupId: string;
  readonly topics: readonly string[];
  readonly metadataMaxAgeMs: number;
  /** Called with the whole new assignment, in order, after each join of the group. */
  onAssigned(partitions: readonly TopicPartition[]): void;
  /** The client has ended and will not try again. */
  onFailure(error: Error): void;
}

export class GroupMembership {
  readonly #settings: KafkaSettings;
  readonly #options: MembershipOptions;
  readonly #consumer: Consumer;
  #holdsSinceMs: number | undefined;
  #isStopped = false;

  constructor(settings: KafkaSettings, options: MembershipOptions) {
    this.#settings = settings;
    this.#options = options;
    const { sessionTimeoutMs } = settings;
    this.#consumer = kafkaClient(settings).consumer({
      groupId: options.groupId,
      metadataMaxAge: options.metadataMaxAgeMs,
      allowAutoTopicCreation: false,
      sessionTimeout: sessionTimeoutMs,
      rebalanceTimeout: Math.max(30_000, sessionTimeoutMs),
      heartbeatInterval: Math.ceil(sessionTimeoutMs / 10),
      // How often an idle membership looks whether a heartbeat is due.
      maxWaitTimeInMs: Math.min(200, Math.ceil(sessionTimeoutMs / 20)),
      partitionAssigners: [oneHolderAssigner({ sinceMs: () => this.#holdsSinceMs })],
      retry: {
        initialRetryTime: 100,
        maxRetryTime: 1000,
        retries: 10,
        restartOnFailure: async () => !this.#isStopped,
      },
    });
    const { events } = this.#consumer;
    this.#consumer.on(events.GROUP_JOIN, ({ payload }) => this.#joined(payload.memberAssignment));
    this.#consumer.on(events.CRASH, ({ payload: { error, restart } }) => {
      if (this.#isStopped) return;
      if (restart) this.#settings.logger?.warn({ err: error }, "the group was left and is joined again");
      else this.#options.onFailure(error);
    });
  }

  /** Begins to join; the assignment comes by `onAssigned`. The topics must exist. After a stop it joins nothing. */
  async start(): Promise<void> {
    const topics = [...this.#options.topics];
    if (this.#isStopped) return;
    await this.#consumer.connect();
    if (await this.#endsAfterStop()) return;
    // With a position for new partitions of "earliest" kafkajs has the least reason to reset anything.
    await this.#consumer.subscribe({ topics, fromBeginning: true });
    if (await this.#endsAfterStop()) return;
    const running = this.#consumer.run({
      autoCommit: false,
      eachBatch: async () => {
        throw new AssertionError("kafkajs fetched a partition although every topic is paused");
      },
    });
    this.#pauseAll();
    running.catch((error: unknown) => {
      if (!this.#isStopped)
        this.#options.onFailure(error instanceof Error ? error : new Error(String(error)));
    });
  }

  /** Commits outside any transaction, as the present member of the present generation. */
  async commit(offsets: readonly PartitionCommit[]): Promise<CommitOutcome> {
    if (offsets.length === 0) return "committed";
    // kafkajs resolves without having sent anything where it is not running, so only this event tells of success.
    let isCommitted = false;
    const remove = this.#consumer.on(this.#consumer.events.COMMIT_OFFSETS, () => {
      isCommitted = true;
    });
    try {
      await this.#consumer.commitOffsets(
        offsetsByTopic(offsets).flatMap(({ topic, partitions }) =>
          partitions.map((each) => ({ topic, ...each })),
        ),
      );
      return isCommitted ? "committed" : "aborted";
    } catch (error) {
      this.#settings.logger?.warn({ err: error }, "offsets could not be committed");
      return refused.has(brokerErrorOf(error) ?? "") ? "aborted" : "unknown";
    } finally {
      remove();
    }
  }

  /** Leaves the group. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#consumer.disconnect();
  }

  /** A stop that came while the start was under way may have found nothing to end. */
  async #endsAfterStop(): Promise<boolean> {
    if (this.#isStopped) await this.#consumer.disconnect();
    return this.#isStopped;
  }

  #joined(memberAssignment: Readonly<Record<string, readonly number[]>>): void {
    // A client that was restarted after a crash knows nothing of former pauses.
    this.#pauseAll();
    const partitions = Object.entries(memberAssignment)
      .flatMap(([topic, numbers]) => numbers.map((partition) => ({ topic, partition })))
      .sort(comparePartitions);
    if (partitions.length === 0) this.#holdsSinceMs = undefined;
    else this.#holdsSinceMs ??= this.#settings.clock.nowMs();
    this.#options.onAssigned(partitions);
  }

  /** Whole topics and never single partitions: partitions that are added later are paused from the first. */
  #pauseAll(): void {
    this.#consumer.pause(this.#options.topics.map((topic) => ({ topic })));
  }
}

/** Answers by which the coordinator refuses a commit without having done it. */
const refused: ReadonlySet<string> = new Set([
  "ILLEGAL_GENERATION",
  "UNKNOWN_MEMBER_ID",
  "REBALANCE_IN_PROGRESS",
]);
