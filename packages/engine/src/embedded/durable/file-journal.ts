/**
 * The journal as a file of frames, each with one entry as JSON.
 *
 * It owns the file and keeps it bounded (invariant 17): when it has doubled since it was last rewritten it is
 * rewritten with what there is now. That happens before an entry is added and never after: the steps of the former
 * entries are whole by then, while the one that the new entry announces is still to be done.
 */
import { existsSync, statSync } from "node:fs";
import { messageOf, StoatFlowError } from "../../errors.ts";
import { frameOf, scanFrames } from "../frame.ts";
import { type Journal, type JournalEntry, journalEntrySchema } from "../journal.ts";
import { AppendFile, cutFile, newFileSuffix, readWhole, removeFile, replaceFile } from "./append-file.ts";

/** A journal below this is not rewritten. */
const rewriteBytesMin = 262_144;

/** What the file remembers; a torn tail is cut off. */
export function readJournal(path: string): JournalEntry[] {
  removeFile(path + newFileSuffix);
  if (!existsSync(path)) return [];
  const bytes = readWhole(path);
  const entries: JournalEntry[] = [];
  const wholeBytes = scanFrames(bytes, (start, end) => {
    entries.push(parseEntry(path, bytes.toString("utf8", start, end)));
  });
  if (wholeBytes < bytes.length) cutFile(path, wholeBytes);
  return entries;
}

export class FileJournal implements Journal {
  readonly #path: string;
  readonly #snapshot: () => readonly JournalEntry[];
  #file: AppendFile;
  #byteLength: number;
  #rewriteAtBytes: number;

  constructor(path: string, snapshot: () => readonly JournalEntry[]) {
    this.#path = path;
    this.#snapshot = snapshot;
    this.#byteLength = existsSync(path) ? statSync(path).size : 0;
    this.#rewriteAtBytes = Math.max(rewriteBytesMin, this.#byteLength);
    this.#file = new AppendFile(path);
    if (this.#byteLength === 0) this.append({ kind: "format", version: 1 });
  }

  append(entry: JournalEntry): void {
    if (this.#byteLength >= this.#rewriteAtBytes) this.#rewrite();
    const frame = entryFrame(entry);
    this.#file.append(frame);
    this.#byteLength += frame.length;
  }

  close(): void {
    this.#file.close();
  }

  #rewrite(): void {
    const bytes = Buffer.concat([
      entryFrame({ kind: "format", version: 1 }),
      ...this.#snapshot().map(entryFrame),
    ]);
    this.#file.close();
    replaceFile(this.#path, bytes);
    this.#file = new AppendFile(this.#path);
    this.#byteLength = bytes.length;
    this.#rewriteAtBytes = Math.max(rewriteBytesMin, 2 * bytes.length);
  }
}

function entryFrame(entry: JournalEntry): Buffer {
  return frameOf(Buffer.from(JSON.stringify(entry)));
}

function parseEntry(path: string, text: string): JournalEntry {
  try {
    return journalEntrySchema.parse(JSON.parse(text));
  } catch (thrown) {
    throw new StoatFlowError(
      "log-unavailable",
      `${path} holds an entry that this version does not know: ${messageOf(thrown)}`,
      { cause: thrown, remedy: "open it with the version that wrote it, or delete the directory" },
    );
  }
}
