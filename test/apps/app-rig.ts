import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { type StatusBody, statusBody, type WatermarksBody, watermarksBody } from "@stoatflow/engine/wire";
import { z } from "zod";
import { waitFor } from "../wait-for.ts";
import type { AppCommand, AppOptions } from "./app-options.ts";

const started = z.object({ url: z.url() });

/** An app process that a test has started. */
export class AppRig {
  readonly url: string;
  readonly pid: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string, pid: number) {
    this.#child = child;
    this.url = url;
    this.pid = pid;
  }

  static async start(options: AppOptions): Promise<AppRig> {
    const child = fork(fileURLToPath(new URL("app-process.ts", import.meta.url)), [JSON.stringify(options)], {
      execArgv: ["--import", "tsx"],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let complaint = "";
    child.stderr?.on("data", (chunk) => {
      complaint += String(chunk);
    });
    const [message] = await Promise.race([
      once(child, "message"),
      once(child, "exit").then(([status]) => {
        throw new Error(`the app ended with ${status} before it had started: ${complaint}`);
      }),
    ]);
    return new AppRig(child, started.parse(message).url, child.pid ?? 0);
  }

  tell(command: AppCommand): void {
    this.#child.send(command);
  }

  async status(): Promise<StatusBody> {
    return statusBody.parse(await this.#get("/status"));
  }

  async watermarks(): Promise<WatermarksBody> {
    return watermarksBody.parse(await this.#get("/watermarks"));
  }

  async pause(reason: string): Promise<void> {
    await this.#post("/pause", { actor: "test", reason });
  }

  async resume(reason: string): Promise<void> {
    await this.#post("/resume", { actor: "test", reason });
  }

  async lifecycle(kind: StatusBody["lifecycle"]["kind"]): Promise<StatusBody> {
    return waitFor(`the app is ${kind}`, async () => {
      const status = await this.status();
      return status.lifecycle.kind === kind ? status : undefined;
    });
  }

  /** Everything that the log holds has been dispatched and committed. */
  async caughtUp(): Promise<WatermarksBody> {
    return waitFor("the app has caught up", async () => {
      const body = await this.watermarks();
      const done = body.partitions.every(
        ({ lag, position, committed }) => lag === "0" && position !== null && position === committed,
      );
      return body.partitions.length > 0 && done ? body : undefined;
    });
  }

  signal(signal: "SIGSTOP" | "SIGCONT"): void {
    process.kill(this.pid, signal);
  }

  /** Ends the process at once. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill("SIGKILL");
    await once(this.#child, "exit");
  }

  async #get(path: string): Promise<unknown> {
    const answer = await fetch(`${this.url}${path}`);
    return answer.json();
  }

  async #post(path: string, body: object): Promise<void> {
    const answer = await fetch(`${this.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`POST ${path} was answered ${answer.status}: ${await answer.text()}`);
  }
}
