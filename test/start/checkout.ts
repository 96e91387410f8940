/** Fresh checkouts of what is committed here, in folders of their own, for tests that start as a newcomer does. */
import { spawnSync } from "node:child_process";
import { chmodSync, linkSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = fileURLToPath(new URL("../..", import.meta.url));
const installTimeoutMs = 300_000;

/** A folder that every user of the machine may read. */
export function openFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), name));
  chmodSync(folder, 0o755);
  return folder;
}

/** A clone of the last commit. */
export function cloneInto(folder: string): void {
  succeed("git", ["clone", "--quiet", "--depth", "1", pathToFileURL(here).href, folder], tmpdir());
}

/** `npm ci`, from npm's cache where that has the packages. */
export function npmCi(folder: string): void {
  succeed("npm", ["ci", "--prefer-offline", "--no-progress"], folder);
}

/** A second checkout with what the first one has, but for `without`, its files shared with it on the disk. */
export function linkTree(from: string, to: string, without: readonly string[] = []): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (without.includes(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkSync(source, target);
  }
}

function succeed(command: string, words: readonly string[], cwd: string): void {
  const done = spawnSync(command, words, { cwd, encoding: "utf8", timeout: installTimeoutMs });
  if (done.status !== 0) {
    throw new Error(`${command} ${words.join(" ")} ended with ${done.status ?? done.error}: ${done.stderr}`);
  }
}
