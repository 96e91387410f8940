/** What the broker remembers besides the partitions' data, as entries to be replayed in order at the next open. */
import type { PartitionId } from "../record/topic-partition.ts";
import type { TransactionOutcome } from "./partition-log.ts";

export interface StoredOffset {
  /** Decimal text: any 64-bit integer. */
  readonly offset: string;
  readonly metadata: string;
}

/** Committed offsets by group, then by partition. */
export type StoredOffsets = Readonly<Record<string, Readonly<Record<PartitionId, StoredOffset>>>>;

export interface StoredMarker {
  readonly topic: string;
  readonly partition: number;
  /** The offset that the marker takes. */
  readonly offset: number;
}

export type JournalEntry =
  | {
      /** A topic came to be, got more partitions or another setting. */
      readonly kind: "topic";
      readonly topic: string;
      readonly partitions: number;
      readonly config: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: "log-start";
      readonly topic: string;
      readonly partition: number;
      readonly offset: number;
    }
  | { readonly kind: "producer"; readonly transactionalId: string; readonly producerId: number }
  | { readonly kind: "offsets"; readonly offsets: StoredOffsets }
  | {
      /** The topic was deleted and created again: its log starts and committed offsets are forgotten. */
      readonly kind: "topic-reset";
      readonly topic: string;
    }
  | {
      /** The point of no return of a transaction: its markers follow, and its offsets hold from here on. */
      readonly kind: "decided";
      readonly producerId: number;
      readonly outcome: TransactionOutcome;
      readonly markers: readonly StoredMarker[];
      readonly offsets: StoredOffsets;
    };

export interface Journal {
  /** Done when it returns. */
  append(entry: JournalEntry): void;
}

/** Keeps nothing: the log lives in memory alone. */
export const noJournal: Journal = { append: () => {} };
