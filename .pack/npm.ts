import { spawnSync } from "node:child_process";

/**
 * Runs npm by the file that runs the current script, or by its name on the path.
 *
 * @returns what it printed to standard output.
 * @throws {Error} with all that it said, where it fails.
 */
export function npm(words: readonly string[], folder: string): string {
  const cli = process.env["npm_execpath"];
  const [command, first] = cli === undefined ? [npmOnPath, []] : [process.execPath, [cli]];
  const done = spawnSync(command, [...first, ...words], {
    cwd: folder,
    encoding: "utf8",
    shell: cli === undefined && process.platform === "win32",
  });
  if (done.error !== undefined) throw done.error;
  if (done.status !== 0) {
    throw new Error(`npm ${words.join(" ")} ended with status ${done.status}:\n${done.stdout}${done.stderr}`);
  }
  return done.stdout;
}

const npmOnPath = process.platform === "win32" ? "npm.cmd" : "npm";
