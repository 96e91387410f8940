/** Sweeps what a run left behind whose process and guard were both killed. */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandLine, isAlive } from "./processes.ts";

const prefix = "stoatflow-broker-";

/** What the name of a broker's folder begins with: it tells the process that owns the broker. */
export function folderPrefix(ownerPid: number): string {
  return `${prefix}${ownerPid}-`;
}

/**
 * Ends the brokers whose owner is dead and removes their folders. A process is ended only if its command line names
 * the folder that names it, so a pid that was given to something else meanwhile is safe.
 */
export function sweepLeftOvers(parent: string = tmpdir()): void {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix)) continue;
    const owner = Number(name.slice(prefix.length).split("-", 1)[0]);
    if (!Number.isInteger(owner) || owner <= 0 || isAlive(owner)) continue;
    const folder = join(parent, name);
    const pid = pidIn(folder);
    if (pid !== undefined && commandLine(pid).includes(folder)) process.kill(pid, "SIGKILL");
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function pidIn(folder: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(folder, "broker.pid"), "utf8"));
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}
