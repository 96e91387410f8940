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

/**
 * Whether a process is stopped and does nothing more until it is continued. Its threads stop one by one, so on Linux each
 * is looked at; elsewhere the process is told of as one.
 */
export function isStopped(pid: number): boolean {
  const ofThreads = process.platform === "linux" ? ["-L"] : [];
  const ps = spawnSync("ps", [...ofThreads, "-o", "state=", "-p", String(pid)], { encoding: "utf8" });
  const states = (ps.stdout ?? "").split("\n").filter((line) => line.trim() !== "");
  return states.length > 0 && states.every((state) => state.trim().startsWith("T"));
}
