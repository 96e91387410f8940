/**
 * An embedded log's files: `journal.log`, `lock`, and under `partitions` a directory for each partition.
 *
 * It owns the lock and every open file.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { partitionId, type TopicPartition } from "../../record/topic-partition.ts";
import type { Journal, JournalEntry } from "../journal.ts";
import type { LogStorage } from "../log-storage.ts";
import type { SegmentStorage } from "../segment-storage.ts";
import { doing } from "./append-file.ts";
import { lockDirectory } from "./directory-lock.ts";
import { FileJournal, readJournal } from "./file-journal.ts";
import { SegmentFiles } from "./segment-files.ts";

export class DirectoryStorage implements LogStorage {
  readonly #directory: string;
  readonly #journalPath: string;
  readonly #unlock: () => void;
  readonly #files: { close(): void }[] = [];

  /** @throws {StoatFlowError} `log-unavailable`. */
  constructor(directory: string) {
    this.#directory = directory;
    this.#journalPath = join(directory, "journal.log");
    doing(directory, () => mkdirSync(directory, { recursive: true }));
    this.#unlock = lockDirectory(directory);
  }

  replay(): readonly JournalEntry[] {
    return readJournal(this.#journalPath);
  }

  openJournal(snapshot: () => readonly JournalEntry[]): Journal {
    const journal = new FileJournal(this.#journalPath, snapshot);
    this.#files.push(journal);
    return journal;
  }

  openPartition(of: TopicPartition): SegmentStorage {
    const files = new SegmentFiles(join(this.#directory, "partitions", partitionId(of)));
    this.#files.push(files);
    return files;
  }

  close(): void {
    for (const file of this.#files.splice(0)) file.close();
    this.#unlock();
  }
}
