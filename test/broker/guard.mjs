/**
 * Runs one broker and ends it when standard input closes: that is when the process that started this guard has died,
 * whatever killed it. Arguments: the broker's folder, then the command. Writes the broker's pid into the folder and
 * to standard output, and ends when the broker does.
 *
 * It is plain JavaScript, so that Node runs it as it is.
 */
import { spawn } from "node:child_process";
import { openSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [dir = "", command = "", ...args] = process.argv.slice(2);
const log = openSync(join(dir, "broker.log"), "a");
const broker = spawn(command, args, { stdio: ["ignore", log, log] });
let orphaned = false;

broker.once("spawn", () => {
  writeFileSync(join(dir, "broker.pid"), String(broker.pid));
  process.stdout.write(`${broker.pid}\n`);
});
broker.once("error", (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
broker.once("exit", () => {
  rmSync(join(dir, "broker.pid"), { force: true });
  if (orphaned) rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  process.exit(0);
});
process.stdin.resume();
process.stdin.once("end", () => {
  orphaned = true;
  broker.kill("SIGKILL");
});
