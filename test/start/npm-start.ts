/** `npm start` as a person types it, and what can be seen of it from outside. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { waitFor } from "../wait-for.ts";

const readyTimeoutMs = 240_000;
/** Within this all is gone, however it ended. */
const goneWithinMs = 5000;

export interface NpmStart {
  readonly npm: ChildProcess;
  readonly root: string;
  readonly startedAtMs: number;
  stdout(): string;
  stderr(): string;
  /** The exit status, once all output has come. */
  readonly ended: Promise<number | null>;
}

/** In a process group of its own, as a terminal makes one. */
export function npmStart(root: string, words: readonly string[], env: NodeJS.ProcessEnv = {}): NpmStart {
  const startedAtMs = performance.now();
  const npm = spawn("npm", ["start", "--", ...words], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let stdout = "";
  let stderr = "";
  npm.stdout.on("data", (bytes) => {
    stdout += bytes;
  });
  npm.stderr.on("data", (bytes) => {
    stderr += bytes;
  });
  const ended = new Promise<number | null>((resolve) => npm.once("close", resolve));
  return { npm, root, startedAtMs, ended, stdout: () => stdout, stderr: () => stderr };
}

export interface Ready {
  readonly url: string;
  /** From `npm start` to the line that says so, as seen from outside. */
  readonly tookMs: number;
}

/** Waits for the address; an end before that is an error with all that was said. */
export async function ready(start: NpmStart): Promise<Ready> {
  const url = await waitFor(
    "npm start is ready",
    () => {
      if (start.npm.exitCode !== null || start.npm.signalCode !== null) {
        throw new Error(`npm start ended: ${start.stdout()}${start.stderr()}`);
      }
      return /^(http:\S+) {2}ready in [\d.]+ s$/m.exec(start.stdout())?.[1];
    },
    readyTimeoutMs,
  );
  return { url, tookMs: performance.now() - start.startedAtMs };
}

/** A terminal's Ctrl-C goes to npm and to what npm started alike. */
export function ctrlC({ npm }: NpmStart): void {
  if (npm.pid !== undefined) process.kill(-npm.pid, "SIGINT");
}

/** The process that npm's shell runs: the launcher. */
export function launcherOf({ npm }: NpmStart): number {
  const all = processes();
  const below = (pid: number | undefined): (typeof all)[number][] =>
    all.filter(({ parent }) => parent === pid).flatMap((one) => [one, ...below(one.pid)]);
  const launcher = below(npm.pid).find(({ words }) => /^\S*node \S*launch\/start\.mjs/.test(words));
  if (launcher === undefined) throw new Error("npm start has no launcher");
  return launcher.pid;
}

/** Ends what a failed test has left of a checkout. */
export function endProcessesOf(root: string): void {
  for (const { pid, words } of processes()) {
    if (!words.includes(`${root}/`)) continue;
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended since it was seen.
    }
  }
}

/** The processes that run something of the checkout. */
export function processesOf(root: string): readonly string[] {
  return processes()
    .filter(({ words }) => words.includes(`${root}/`))
    .map(({ pid, words }) => `${pid} ${words}`);
}

/** Waits until no process of the checkout is left and none of the addresses is listened on. */
export async function gone(root: string, urls: readonly string[]): Promise<void> {
  let left: readonly string[] = [];
  await waitFor(
    `all of ${root} is gone`,
    async () => {
      const listening = await Promise.all(urls.map(isListening));
      left = [...processesOf(root), ...urls.filter((_, at) => listening[at])];
      return left.length === 0 ? true : undefined;
    },
    goneWithinMs,
  ).catch((cause: unknown) => {
    throw new Error(`still there: ${left.join(", ")}`, { cause });
  });
}

/** The apps that the console shows, by their ids, with the addresses of their statuses. */
export async function appsOf(consoleUrl: string): Promise<ReadonlyMap<string, string>> {
  const answer = await fetch(`${consoleUrl}/api/trpc/apps.list`);
  const body = (await answer.json()) as { result: { data: { id: string; url: string }[] } };
  return new Map(body.result.data.map(({ id, url }) => [id, url]));
}

async function isListening(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(1000) }).then(
    () => true,
    () => false,
  );
}

function processes(): { readonly pid: number; readonly parent: number; readonly words: string }[] {
  const { stdout } = spawnSync("ps", ["-e", "-ww", "-o", "pid=,ppid=,args="], { encoding: "utf8" });
  return [...stdout.matchAll(/^ *(\d+) +(\d+) (.*)$/gm)].map(([, pid, parent, words = ""]) => ({
    pid: Number(pid),
    parent: Number(parent),
    words,
  }));
}
