/**
 * One process that `npm start` starts, on a leash, with a bounded log of its own.
 *
 * It owns the process with all that this starts in turn, and the log; the launcher asks for it, waits for its words
 * and ends it. A child leads a process group of its own, so that Ctrl-C reaches the launcher alone, which ends all in
 * order.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Server } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { BoundedLog } from "./bounded-log.ts";
import { childEnvironment } from "./child-environment.ts";
import type { Handed, HeldPort } from "./held-port.ts";

export interface ChildOptions {
  /** As it is called on the screen. */
  readonly name: string;
  /** What Node runs; TypeScript by the name of the file. */
  readonly script: string;
  readonly words: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly logFile: string;
}

const leash = pathToFileURL(fileURLToPath(new URL("leash.mjs", import.meta.url))).href;
const tsx = import.meta.resolve("tsx");
/** Between asking a child to end and ending it. */
const stopGraceMs = 3000;
/** What a launcher waits for is said at the start; later lines are for the log alone. */
const linesKept = 100;
/** What a child says over the channel to get the port. */
const readyToListen = "ready to listen";

export class Child {
  readonly name: string;
  readonly logFile: string;
  /** Resolves to the exit status, once all output is in the log. */
  readonly ended: Promise<number>;
  /** Rejects with a {@link ChildEnded} when the process has ended. */
  readonly failed: Promise<never>;
  readonly #process: ChildProcess;
  readonly #log: BoundedLog;
  readonly #lines: string[] = [];
  readonly #waiting = new Set<(line: string) => void>();

  constructor(options: ChildOptions) {
    this.name = options.name;
    this.logFile = options.logFile;
    this.#log = new BoundedLog(options.logFile);
    const loaders = options.script.endsWith(".ts") ? ["--import", tsx] : [];
    this.#process = spawn(
      process.execPath,
      [...loaders, "--import", leash, options.script, ...options.words],
      {
        cwd: options.cwd,
        env: { ...childEnvironment(process.env), STOATFLOW_LEASH: "on", ...options.env },
        stdio: ["ignore", "pipe", "pipe", "ipc"],
        detached: process.platform !== "win32",
        windowsHide: true,
      },
    );
    this.ended = once(this.#process, "close").then(([status]) => {
      this.#killAll();
      return typeof status === "number" ? status : 1;
    });
    this.failed = this.ended.then((status) => {
      throw new ChildEnded(this.name, status, this.#log.lastWords());
    });
    // It may end when nobody is looking, as when it is asked to.
    this.failed.catch(() => {});
    const { stdout, stderr } = this.#process;
    if (stdout === null || stderr === null) throw new Error("a child without its outputs");
    for (const output of [stdout, stderr]) output.on("data", (bytes: Buffer) => this.#log.write(bytes));
    createInterface({ input: stdout }).on("line", (line) => this.#take(line));
  }

  /**
   * What `pattern` captures of the first line of standard output that it matches.
   *
   * @throws {ChildEnded} with what the child said last, where it ends before.
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

  /**
   * Gives a port on to the child once that asks for it: on what a process is sent before it looks, it would accept
   * connections that nobody answers. To be called as soon as the child is made.
   *
   * @throws {ChildEnded} where it ends before it has all.
   */
  async hand(held: HeldPort): Promise<void> {
    const asked = new Promise<void>((resolve) => {
      this.#process.on("message", (message) => {
        if (message === readyToListen) resolve();
      });
    });
    const given = asked.then(() => held.giveOn((handed) => this.#send(handed)));
    await Promise.race([given, this.failed]);
  }

  /** Asks it to end, and makes it and all that it started end where it does not. */
  async stop(): Promise<void> {
    this.#process.kill("SIGTERM");
    const force = setTimeout(() => this.#killAll(), stopGraceMs);
    await this.ended;
    clearTimeout(force);
  }

  /** This process has it no more when the promise resolves. */
  #send(handed: Handed): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#process.send(handed instanceof Server ? "the port" : "who came early", handed, (error) =>
        error === null ? resolve() : reject(error),
      );
    });
  }

  #killAll(): void {
    const { pid } = this.#process;
    if (pid === undefined || process.platform === "win32") {
      this.#process.kill("SIGKILL");
      return;
    }
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // None of them is left.
    }
  }

  #take(line: string): void {
    if (this.#lines.length < linesKept) this.#lines.push(line);
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
