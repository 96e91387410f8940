/**
 * Runs npm scripts one after the other, and ends with the status of the first that fails:
 * `node .ci/in-order.mjs format lint`. It stands for the shell's `&&`, which not every system's shell knows.
 */
import { spawnSync } from "node:child_process";

const npm = process.env["npm_execpath"];
if (npm === undefined) {
  console.error("run this by npm, e.g. npm run verify: it asks npm where npm is");
  process.exit(2);
}
for (const script of process.argv.slice(2)) {
  const done = spawnSync(process.execPath, [npm, "run", script], { stdio: "inherit" });
  if (done.status !== 0) process.exit(done.status ?? 1);
}
