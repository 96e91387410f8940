/**
 * The cache of Kafka's jars in `.stoatflow/kafka/<hash of the pom>/`.
 *
 * A folder under its final name is always whole: Maven fills a folder beside it, which is then renamed. So a fetch
 * that was killed half way leaves only something to be swept away, and two processes that come at once fetch once.
 */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { defaultJarCache, jarFolder } from "./jar-folder.mjs";
import { findMaven } from "./java.ts";
import { isAlive } from "./processes.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

export interface JarCacheOptions {
  /** @default `.stoatflow/kafka` at the root of the repository. */
  readonly cacheDir?: string;
  /** Fills a folder with jars. @default Maven with the `pom.xml` beside this file. */
  readonly fetch?: (into: string) => Promise<void>;
}

/**
 * The folder that holds the broker's jars, fetched if it is not there yet.
 *
 * @throws {Error} naming the remedy when Maven is missing or fails.
 */
export async function brokerJars(options: JarCacheOptions = {}): Promise<string> {
  const cacheDir = options.cacheDir ?? defaultJarCache;
  const fetch = options.fetch ?? fetchByMaven;
  const jars = jarFolder(cacheDir);
  if (existsSync(jars)) return jars;

  await mkdir(cacheDir, { recursive: true });
  const lock = `${jars}.lock`;
  await takeLock(lock);
  try {
    if (existsSync(jars)) return jars;
    const partial = `${jars}.partial`;
    await rm(partial, { recursive: true, force: true });
    await mkdir(partial);
    await fetch(partial);
    await rename(partial, jars);
    return jars;
  } finally {
    await rm(lock, { force: true });
  }
}

/** Waits for the lock; one whose holder has died is taken over. */
async function takeLock(lock: string): Promise<void> {
  // The link makes the lock and the pid of its holder appear at once.
  const mine = `${lock}.${randomUUID()}`;
  await writeFile(mine, String(process.pid));
  try {
    while (!(await linked(mine, lock))) {
      const holder = Number(await readFile(lock, "utf8").catch(() => ""));
      if (holder > 0 && !isAlive(holder)) await rm(lock, { force: true });
      else await sleep(100);
    }
  } finally {
    await rm(mine, { force: true });
  }
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

async function fetchByMaven(into: string): Promise<void> {
  const mvn = findMaven();
  const args = [
    "-q",
    "-B",
    "-f",
    join(here, "pom.xml"),
    "dependency:copy-dependencies",
    `-DoutputDirectory=${into}`,
  ];
  const child = spawn(mvn, args, { stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  const keep = (text: Buffer) => {
    printed = (printed + text.toString()).slice(-4000);
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (status !== 0) {
    throw new Error(
      `Maven could not fetch the test broker's jars; it needs Maven Central or a mirror of it (~/.m2/settings.xml). It said:\n${printed.trim()}`,
    );
  }
}
