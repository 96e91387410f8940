/** One app of the demo as the process that it is, for tests. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export interface DemoProcess {
  /** Where its status is. */
  readonly url: string;
  /** Asks it to end; resolves to its exit status. */
  stop(): Promise<number>;
  kill(): void;
}

const main = fileURLToPath(new URL("../main.ts", import.meta.url));

/** @param words the app's id, and where its records are. */
export async function startDemo(...words: string[]): Promise<DemoProcess> {
  const child = spawn(process.execPath, ["--import", "tsx", main, ...words], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, STOATFLOW_LOG_LEVEL: "error" },
  });
  const ended = once(child, "exit").then(([status]) => (typeof status === "number" ? status : 1));
  const lines = createInterface({ input: child.stdout });
  const url = await Promise.race([
    once(lines, "line").then(([line]) => /^\w+ is watched at (http:\S+)$/.exec(String(line))?.[1]),
    ended.then(() => undefined),
  ]);
  if (url === undefined) {
    child.kill("SIGKILL");
    throw new Error(`the demo did not start with ${words.join(" ")}`);
  }
  return {
    url,
    stop: () => {
      child.kill("SIGTERM");
      return ended;
    },
    kill: () => child.kill("SIGKILL"),
  };
}
