/**
 * The console packed into one folder, and run by one who may not write there: the folder has no write permission,
 * and a process of root, whom that would not stop, becomes another user before it does anything.
 */
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { npm } from "../../.pack/npm.ts";
import { repository } from "../../.pack/repository.ts";
import { bodyOf, Started } from "./started.ts";

/** Of the answer of `apps.list`, what is looked at. */
const appsAnswer = z.object({
  result: z.object({
    data: z.array(
      z.object({ id: z.string(), app: z.string().nullable(), connection: z.object({ kind: z.string() }) }),
    ),
  }),
});

export type ShownApp = z.infer<typeof appsAnswer>["result"]["data"][number];

export interface ConsoleStart {
  readonly node: string;
  /** As `STOATFLOW_APPS`. */
  readonly apps: string;
  /** @default a folder that it may write to */
  readonly data?: string;
}

/** A user that owns nothing. */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const becomeNobody = `data:text/javascript,process.setgroups([]);process.setgid(${nobody});process.setuid(${nobody})`;

export class PackedConsole implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), "stoatflow-packed-"));
  readonly folder = join(this.#folder, "console");
  readonly dataFolder = join(this.#folder, "data");

  constructor() {
    npm(["run", "pack:console", "--", this.folder], repository);
    mkdirSync(this.dataFolder);
    if (isRoot) chownSync(this.dataFolder, nobody, nobody);
    for (const path of this.#paths()) {
      // What is linked to is among the paths itself.
      if (!lstatSync(path).isSymbolicLink()) chmodSync(path, lstatSync(path).isDirectory() ? 0o555 : 0o444);
    }
    chmodSync(this.#folder, 0o755);
  }

  /** Starts it as `node server.js` in its folder. */
  async start({ node, apps, data = this.dataFolder }: ConsoleStart): Promise<RunningConsole> {
    const first = isRoot ? ["--import", becomeNobody] : [];
    const started = await Started.start({
      node,
      words: [...first, "server.js", "--port", "0", "--data", data],
      cwd: this.folder,
      env: { STOATFLOW_APPS: apps, STOATFLOW_LOG_LEVEL: "warn" },
    });
    return new RunningConsole(started);
  }

  /** Every file and folder of it, with the time of its last change. */
  listing(): string[] {
    return this.#paths().map((path) => `${path} ${lstatSync(path).mtimeMs}`);
  }

  [Symbol.dispose](): void {
    for (const path of this.#paths()) if (lstatSync(path).isDirectory()) chmodSync(path, 0o755);
    rmSync(this.#folder, { recursive: true });
  }

  #paths(): string[] {
    const within = readdirSync(this.folder, { recursive: true, encoding: "utf8" });
    return [this.folder, ...within.map((path) => join(this.folder, path)).sort()];
  }
}

export class RunningConsole implements AsyncDisposable {
  readonly #process: Started;

  constructor(process: Started) {
    this.#process = process;
  }

  get url(): string {
    return this.#process.url;
  }

  /** The apps that it shows, as its pages are told. */
  async apps(): Promise<ShownApp[]> {
    return appsAnswer.parse(JSON.parse(await bodyOf(`${this.url}/api/trpc/apps.list`))).result.data;
  }

  complaints(): string {
    return this.#process.complaints();
  }

  stop(): Promise<number | null> {
    return this.#process.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process.stop();
  }
}
