import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { OutsideCommand } from "./outside-command.ts";

const started = z.object({ prices: z.url() });
const answered = z.object({ done: z.boolean(), error: z.string().optional() });

/** The world outside of one app; see `outside.ts`. */
export class OutsideRig {
  /** Where the app asks for prices. */
  readonly prices: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, prices: string) {
    this.#child = child;
    this.prices = prices;
  }

  static async start(brokers: string, topic: string, partitions: number): Promise<OutsideRig> {
    const program = fileURLToPath(new URL("outside.ts", import.meta.url));
    const child = fork(program, [brokers, topic, `${partitions}`], { execArgv: ["--import", "tsx"] });
    const [message] = await once(child, "message");
    return new OutsideRig(child, started.parse(message).prices);
  }

  /** Lets it happen, and resolves once it has. */
  async let(command: OutsideCommand): Promise<void> {
    const answer = once(this.#child, "message");
    this.#child.send(command);
    const { done, error } = answered.parse((await answer)[0]);
    if (!done) throw new Error(`${command.kind} did not happen: ${error}`);
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill("SIGKILL");
    await once(this.#child, "exit");
  }
}
