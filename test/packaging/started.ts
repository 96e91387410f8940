/** A process that says in one line where it listens: the packed console, or an app. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export interface StartOptions {
  readonly node: string;
  readonly words: readonly string[];
  readonly cwd: string;
  /** All of its environment; nothing of this process's own reaches it. */
  readonly env?: Readonly<Record<string, string>>;
}

const announcement = / (?:listening on|watched at) (http:\S+)$/;

export class Started implements AsyncDisposable {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #complaints: string[];

  private constructor(child: ChildProcess, url: string, complaints: string[]) {
    this.#child = child;
    this.url = url;
    this.#complaints = complaints;
  }

  /**
   * Starts it and waits for its address.
   *
   * @throws {Error} with what it said on standard error, where it ends before.
   */
  static async start({ node, words, cwd, env }: StartOptions): Promise<Started> {
    const child = spawn(node, words, {
      cwd,
      env: { ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const complaints: string[] = [];
    child.stderr.on("data", (chunk) => complaints.push(String(chunk)));
    const lines = createInterface({ input: child.stdout });
    const url = new Promise<string>((resolve) => {
      lines.on("line", (line) => {
        const address = announcement.exec(line)?.[1];
        if (address !== undefined) resolve(address);
      });
    });
    const over = once(child, "close").then(([status]) => {
      throw new Error(`${words.join(" ")} ended with status ${status}:\n${complaints.join("")}`);
    });
    return new Started(child, await Promise.race([url, over]), complaints);
  }

  /** What it has written to standard error. */
  complaints(): string {
    return this.#complaints.join("");
  }

  /** Asks it to end and gives its exit status; `null` where a signal ended it. */
  async stop(): Promise<number | null> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const ended = once(this.#child, "exit");
      this.#child.kill("SIGTERM");
      await ended;
    }
    return this.#child.exitCode;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

/** The body of a page or an answer. @throws {Error} where the status is not 200, with the body. */
export async function bodyOf(url: string): Promise<string> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(20_000) });
  const body = await answer.text();
  if (answer.status !== 200) throw new Error(`${url} answers with status ${answer.status}: ${body}`);
  return body;
}
