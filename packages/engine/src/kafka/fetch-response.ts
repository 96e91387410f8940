/** The shape in which kafkajs hands over a fetch; its own types leave it open. */

export interface FetchResponse {
  readonly responses: readonly FetchedTopic[];
}

interface FetchedTopic {
  readonly topicName: string;
  readonly partitions: readonly FetchedPartition[];
}

export interface FetchedPartition {
  readonly partition: number;
  readonly highWatermark: string;
  readonly lastStableOffset?: string;
  readonly abortedTransactions?: readonly AbortedTransaction[] | null;
  readonly messages: readonly FetchedMessage[];
}

export interface AbortedTransaction {
  readonly producerId: string;
  readonly firstOffset: string;
}

export interface FetchedMessage {
  readonly offset: string;
  readonly timestamp: string;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: Readonly<Record<string, FetchedHeader>>;
  readonly isControlRecord: boolean;
  readonly batchContext: BatchContext;
}

/** A repeated name comes as a list. */
export type FetchedHeader = Buffer | null | readonly (Buffer | null)[];

interface BatchContext {
  readonly firstOffset: string;
  readonly lastOffsetDelta: number;
  readonly producerId: string;
  readonly inTransaction: boolean;
  /** Of the leader that appended the batch; −1 where the broker knows none. */
  readonly partitionLeaderEpoch: number;
}
