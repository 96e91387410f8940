/**
 * Tells when npm is gone. An npm that was killed cannot pass that on to the script that it runs, which would then
 * live on unseen with its ports and its processes.
 */
import { readFileSync } from "node:fs";

const checkMs = 1000;

/** Calls `then` once npm, which started this process, is no more. Does nothing where it was not npm. */
export function whenNpmIsGone(then: () => void): void {
  if (process.env["npm_lifecycle_event"] === undefined) return;
  const npm = starter();
  const timer = setInterval(() => {
    if (starter() === npm) return;
    clearInterval(timer);
    then();
  }, checkMs);
  timer.unref();
}

/** The parent; of a parent that is only the shell in which npm runs a script, its parent, where /proc tells. */
function starter(): number {
  const parent = process.ppid;
  try {
    const [, command = "", grandparent] =
      /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${parent}/stat`, "utf8")) ?? [];
    return command.endsWith("sh") && grandparent !== undefined ? Number(grandparent) : parent;
  } catch {
    return parent;
  }
}
