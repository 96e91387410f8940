/**
 * The segments of one partition as files in a directory of its own, named by base offset.
 *
 * It owns the directory and the one file that is open: the segment that is written to.
 */
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { SegmentStorage, StoredSegment } from "../segment-storage.ts";
import {
  AppendFile,
  closed,
  cutFile,
  doing,
  newFileSuffix,
  readWhole,
  removeFile,
  replaceFile,
} from "./append-file.ts";

const segmentSuffix = ".log";
/** Names sort as their numbers do. */
const nameDigits = 16;

export class SegmentFiles implements SegmentStorage {
  readonly #directory: string;
  #open: { readonly baseOffset: number; readonly file: AppendFile } | undefined;
  #isClosed = false;

  constructor(directory: string) {
    this.#directory = directory;
    doing(directory, () => mkdirSync(directory, { recursive: true }));
  }

  load(): readonly StoredSegment[] {
    const names = doing(this.#directory, () => readdirSync(this.#directory)).sort();
    const segments: StoredSegment[] = [];
    for (const name of names) {
      const path = join(this.#directory, name);
      if (name.endsWith(newFileSuffix)) removeFile(path);
      else if (name.endsWith(segmentSuffix)) {
        segments.push({ baseOffset: Number.parseInt(name, 10), bytes: readWhole(path) });
      }
    }
    return segments;
  }

  append(baseOffset: number, bytes: Buffer): void {
    if (this.#isClosed) throw closed(this.#directory);
    if (this.#open?.baseOffset !== baseOffset) {
      this.#closeFile();
      this.#open = { baseOffset, file: new AppendFile(this.#path(baseOffset)) };
    }
    this.#open.file.append(bytes);
  }

  cut(baseOffset: number, byteLength: number): void {
    cutFile(this.#path(baseOffset), byteLength);
  }

  replace(baseOffset: number, bytes: Buffer): void {
    this.#closeIf(baseOffset);
    replaceFile(this.#path(baseOffset), bytes);
  }

  remove(baseOffset: number): void {
    this.#closeIf(baseOffset);
    removeFile(this.#path(baseOffset));
  }

  close(): void {
    this.#closeFile();
    this.#isClosed = true;
  }

  #closeFile(): void {
    this.#open?.file.close();
    this.#open = undefined;
  }

  #closeIf(baseOffset: number): void {
    if (this.#open?.baseOffset === baseOffset) this.#closeFile();
  }

  #path(baseOffset: number): string {
    return join(this.#directory, `${baseOffset.toString().padStart(nameDigits, "0")}${segmentSuffix}`);
  }
}
