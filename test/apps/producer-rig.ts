import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A process that keeps writing to a topic. */
export class ProducerRig {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static start(brokers: string, topic: string, partitions: number): ProducerRig {
    const program = fileURLToPath(new URL("producer-process.ts", import.meta.url));
    const child = fork(program, [brokers, topic, `${partitions}`], { execArgv: ["--import", "tsx"] });
    return new ProducerRig(child);
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill("SIGKILL");
    await once(this.#child, "exit");
  }
}
