/** A storage whose process dies at a given write: half of it is done, and nothing after it. */
import type { TopicPartition } from "../../record/topic-partition.ts";
import type { Journal, JournalEntry } from "../journal.ts";
import type { LogStorage } from "../log-storage.ts";
import type { SegmentStorage, StoredSegment } from "../segment-storage.ts";

export class Death extends Error {}

export class DyingStorage implements LogStorage {
  readonly #storage: LogStorage;
  #writesLeft: number;

  constructor(storage: LogStorage, writesBeforeDeath: number) {
    this.#storage = storage;
    this.#writesLeft = writesBeforeDeath;
  }

  replay(): readonly JournalEntry[] {
    return this.#storage.replay();
  }

  openJournal(snapshot: () => readonly JournalEntry[]): Journal {
    const journal = this.#storage.openJournal(snapshot);
    return {
      append: (entry) => {
        this.#live();
        journal.append(entry);
      },
    };
  }

  openPartition(of: TopicPartition): SegmentStorage {
    const storage = this.#storage.openPartition(of);
    return {
      load: (): readonly StoredSegment[] => storage.load(),
      append: (baseOffset, bytes) => {
        this.#live(() => storage.append(baseOffset, bytes.subarray(0, Math.floor(bytes.length / 2))));
        storage.append(baseOffset, bytes);
      },
      cut: (baseOffset, byteLength) => {
        this.#live();
        storage.cut(baseOffset, byteLength);
      },
      replace: (baseOffset, bytes) => {
        this.#live();
        storage.replace(baseOffset, bytes);
      },
      remove: (baseOffset) => {
        this.#live();
        storage.remove(baseOffset);
      },
    };
  }

  close(): void {
    this.#storage.close();
  }

  #live(halfDone: () => void = () => {}): void {
    this.#writesLeft -= 1;
    if (this.#writesLeft === 0) halfDone();
    if (this.#writesLeft <= 0) throw new Death("the process is dead");
  }
}
