/** Where an embedded log is kept beyond the memory: a directory, or nowhere. */
import type { TopicPartition } from "../record/topic-partition.ts";
import { type Journal, type JournalEntry, noJournal } from "./journal.ts";
import { noStorage, type SegmentStorage } from "./segment-storage.ts";

export interface LogStorage {
  /** What the journal remembers, in order. Called once, before anything is written. */
  replay(): readonly JournalEntry[];
  /** @param snapshot the entries that say all there is now; the journal is rewritten with them as it grows. */
  openJournal(snapshot: () => readonly JournalEntry[]): Journal;
  openPartition(of: TopicPartition): SegmentStorage;
  close(): void;
}

/** Keeps nothing: the log lives in memory alone. */
export const memoryStorage: LogStorage = {
  replay: () => [],
  openJournal: () => noJournal,
  openPartition: () => noStorage,
  close: () => {},
};
