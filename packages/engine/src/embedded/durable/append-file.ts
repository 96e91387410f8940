/**
 * A file that only grows at its end. What was appended is with the operating system when `append` returns, so it
 * outlives the process; it is not forced to the disk, so it may not outlive a loss of power.
 *
 * It owns the descriptor. After one failed write it refuses all others: what follows a torn frame would be lost at
 * the next open.
 */
import {
  closeSync,
  fdatasyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { messageOf, StoatFlowError } from "../../errors.ts";

export class AppendFile {
  readonly #path: string;
  readonly #descriptor: number;
  #failure: StoatFlowError | undefined;

  /** Opens the file, which comes to be where there is none. */
  constructor(path: string) {
    this.#path = path;
    this.#descriptor = doing(path, () => openSync(path, "a"));
  }

  append(bytes: Buffer): void {
    if (this.#failure !== undefined) throw this.#failure;
    try {
      writeWhole(this.#descriptor, bytes);
    } catch (thrown) {
      this.#failure = unavailable(this.#path, thrown);
      throw this.#failure;
    }
  }

  /** Later appends are refused: the descriptor may be another file's by then. */
  close(): void {
    closeSync(this.#descriptor);
    this.#failure = closed(this.#path);
  }
}

/** What whoever uses a closed log is told. */
export function closed(path: string): StoatFlowError {
  return new StoatFlowError("log-unavailable", `the embedded log that ${path} belongs to is closed`, {
    remedy: "end the app before its log is closed",
  });
}

/** Puts a file with `bytes` in the place of the one at `path`; a death in the middle leaves one of them whole. */
export function replaceFile(path: string, bytes: Buffer): void {
  const newPath = path + newFileSuffix;
  doing(path, () => {
    const descriptor = openSync(newPath, "w");
    try {
      writeWhole(descriptor, bytes);
      fdatasyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(newPath, path);
  });
}

/** What {@link replaceFile} leaves behind when the process dies in it ends so. */
export const newFileSuffix = ".new";

export function cutFile(path: string, byteLength: number): void {
  doing(path, () => {
    const descriptor = openSync(path, "r+");
    try {
      ftruncateSync(descriptor, byteLength);
    } finally {
      closeSync(descriptor);
    }
  });
}

export function readWhole(path: string): Buffer {
  return doing(path, () => readFileSync(path));
}

export function removeFile(path: string): void {
  doing(path, () => rmSync(path, { force: true }));
}

/** Runs file work, and says which file it was that failed. */
export function doing<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw unavailable(path, thrown);
  }
}

function writeWhole(descriptor: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(descriptor, bytes, written, bytes.length - written);
  }
}

function unavailable(path: string, cause: unknown): StoatFlowError {
  return new StoatFlowError("log-unavailable", `the embedded log cannot use ${path}: ${messageOf(cause)}`, {
    cause,
    remedy: "make room or set the permissions of its directory, and start again",
  });
}
