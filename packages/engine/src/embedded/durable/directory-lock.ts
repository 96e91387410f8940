/** Keeps two processes from writing to one directory. A lock outlives its process and is then taken over. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StoatFlowError } from "../../errors.ts";
import { doing, removeFile } from "./append-file.ts";

const lockName = "lock";

/**
 * @returns a function that gives the directory free again.
 * @throws {StoatFlowError} `log-unavailable` where a living process has it.
 */
export function lockDirectory(directory: string): () => void {
  const path = join(directory, lockName);
  const holder = existsSync(path) ? Number.parseInt(readFileSync(path, "utf8"), 10) : Number.NaN;
  if (holder !== process.pid && isAlive(holder)) {
    throw new StoatFlowError("log-unavailable", `the directory ${directory} is in use by process ${holder}`, {
      remedy: `end that process, choose another directory, or delete ${path} if it is no StoatFlow process`,
    });
  }
  doing(path, () => writeFileSync(path, `${process.pid}\n`));
  return () => removeFile(path);
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    // A process of another user is alive though it may not be signalled.
    return thrown instanceof Error && "code" in thrown && thrown.code === "EPERM";
  }
}
