/**
 * The log file of one child, bounded in bytes: a demo that runs for a night must not fill the disk.
 *
 * It owns `file` and, once that has been full, `file.1` with what was said before; what is older is gone. Written as
 * it comes, so that the file holds a process's last words whatever becomes of this one.
 */
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";

/** What both files of a child hold together at most. */
const logBytesMax = 16 * 1024 * 1024;

export class BoundedLog {
  readonly file: string;
  readonly #fileBytesMax: number;
  #descriptor: number;
  #bytes = 0;

  /** Begins anew: what an earlier run left is gone. */
  constructor(file: string, bytesMax = logBytesMax) {
    this.file = file;
    this.#fileBytesMax = Math.floor(bytesMax / 2);
    mkdirSync(dirname(file), { recursive: true });
    rmSync(`${file}.1`, { force: true });
    this.#descriptor = openSync(file, "w");
  }

  write(chunk: Buffer): void {
    // One piece larger than a whole file keeps its end.
    const bytes = chunk.subarray(Math.max(0, chunk.length - this.#fileBytesMax));
    if (this.#bytes + bytes.length > this.#fileBytesMax) this.#turn();
    writeSync(this.#descriptor, bytes);
    this.#bytes += bytes.length;
  }

  /** The last line that is no log entry: where a process failed, why. */
  lastWords(): string {
    const lines = readFileSync(this.file, "utf8").split("\n");
    return lines.findLast((line) => line.trim() !== "" && !line.startsWith("{")) ?? "";
  }

  #turn(): void {
    closeSync(this.#descriptor);
    renameSync(this.file, `${this.file}.1`);
    this.#descriptor = openSync(this.file, "w");
    this.#bytes = 0;
  }
}
