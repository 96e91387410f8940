import { spawnSync } from "node:child_process";

/** Whether a process of this id runs, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** The command line of a running process; empty where there is none. */
export function commandLine(pid: number): string {
  return spawnSync("ps", ["-o", "args=", "-ww", "-p", String(pid)], { encoding: "utf8" }).stdout ?? "";
}
