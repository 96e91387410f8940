/**
 * Builds the console, or finds that nothing it is made of has changed since it was built. Turbo decides: it hashes
 * the sources of the console and of the packages that it uses, and the lock file.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";

export interface ConsoleBuild {
  /** Resolves to whether anything had to be built; rejects, naming the log, where it failed. */
  readonly done: Promise<"built" | "unchanged">;
  readonly logFile: string;
  stop(): void;
}

export function buildConsole(root: string, logFile: string): ConsoleBuild {
  const require = createRequire(import.meta.url);
  mkdirSync(dirname(logFile), { recursive: true });
  const building: ChildProcess = spawn(
    process.execPath,
    [
      require.resolve("turbo/bin/turbo"),
      "run",
      "build",
      "--filter=@stoatflow/console",
      "--output-logs=new-only",
    ],
    {
      cwd: root,
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1", NEXT_TELEMETRY_DISABLED: "1" },
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
    },
  );
  const said: Buffer[] = [];
  building.stdout?.on("data", (bytes: Buffer) => said.push(bytes));
  building.stderr?.on("data", (bytes: Buffer) => said.push(bytes));
  const done = once(building, "close").then(([status]): "built" | "unchanged" => {
    const text = Buffer.concat(said).toString("utf8");
    writeFileSync(logFile, text);
    if (status !== 0) throw new Error(`the console could not be built; see ${logFile}`);
    return /Cached:\s+1 cached, 1 total/.test(text) ? "unchanged" : "built";
  });
  // The launcher looks at it only when the app is up.
  done.catch(() => {});
  return { done, logFile, stop: () => building.kill("SIGTERM") };
}
