/**
 * One process that `npm start` starts: a script of this repository under tsx, on a leash, with a log file of its own.
 *
 * It owns the process and its log file; the launcher asks for it, waits for its words and ends it. A child is in a
 * process group of its own, so that Ctrl-C reaches the launcher alone, which ends all in order.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, createWriteStream, mkdirSync, openSync, readFileSync, type WriteStream } from "node:fs";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export interface ChildOptions {
  /** As it is called on the screen. */
  readonly name: string;
  readonly script: string;
  readonly words: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly logFile: string;
}

const leash = fileURLToPath(new URL("leash.ts", import.meta.url));
/** Between asking a child to end and ending it. */
const stopGraceMs = 3500;

export class Child {
  readonly name: string;
  readonly logFile: string;
  /** Rejects with a {@link ChildEnded} when the process has ended. */
  readonly failed: Promise<never>;
  readonly #process: ChildProcess;
  readonly #ended: Promise<number>;
  readonly #log: WriteStream;
  readonly #lines: string[] = [];
  readonly #waiting = new Set<(line: string) => void>();

  constructor(options: ChildOptions) {
    this.name = options.name;
    this.logFile = options.logFile;
    mkdirSync(dirname(options.logFile), { recursive: true });
    const errors = openSync(options.logFile, "w");
    this.#process = spawn(
      process.execPath,
      ["--import", "tsx", "--import", leash, options.script, ...options.words],
      {
        cwd: options.cwd,
        env: { ...process.env, ...options.env },
        stdio: ["ignore", "pipe", errors, "ipc"],
        detached: process.platform !== "win32",
        windowsHide: true,
      },
    );
    closeSync(errors);
    this.#log = createWriteStream(options.logFile, { flags: "a" });
    this.#ended = once(this.#process, "exit").then(([status]) => (typeof status === "number" ? status : 1));
    this.failed = this.#ended.then((status) => {
      throw new ChildEnded(this.name, status, this.lastWords());
    });
    // It may end when nobody is looking, as when it is asked to.
    this.failed.catch(() => {});
    const output = this.#process.stdout;
    if (output === null) throw new Error("a child without a standard output");
    createInterface({ input: output }).on("line", (line) => this.#take(line));
  }

  /**
   * What `pattern` captures of the first line of standard output that it matches.
   *
   * @throws {Error} with what the child said last, where it ends before.
   */
  async says(pattern: RegExp): Promise<string> {
    const heard = new Promise<string>((resolve) => {
      const look = (line: string) => {
        const captured = pattern.exec(line)?.[1];
        if (captured === undefined) return;
        this.#waiting.delete(look);
        resolve(captured);
      };
      this.#waiting.add(look);
      for (const line of this.#lines) look(line);
    });
    return Promise.race([heard, this.failed]);
  }

  /** The last line of its log that is no log entry: where it failed, why. */
  lastWords(): string {
    const lines = readFileSync(this.logFile, "utf8").split("\n");
    return lines.findLast((line) => line.trim() !== "" && !line.startsWith("{")) ?? "";
  }

  /** Asks it to end, and makes it end where it does not. */
  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    this.#process.kill("SIGTERM");
    const force = setTimeout(() => this.kill(), stopGraceMs);
    await this.#ended;
    clearTimeout(force);
  }

  kill(): void {
    this.#process.kill("SIGKILL");
  }

  #take(line: string): void {
    this.#log.write(`${line}\n`);
    // What a launcher waits for is said at the start; later lines are for the log alone.
    if (this.#lines.length < 100) this.#lines.push(line);
    for (const look of this.#waiting) look(line);
  }
}

/** A child that ended by itself. */
export class ChildEnded extends Error {
  readonly status: number;

  constructor(name: string, status: number, lastWords: string) {
    super(lastWords === "" ? `${name} ended with status ${status}` : lastWords);
    this.status = status;
  }
}
