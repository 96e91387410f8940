/**
 * Loaded first in each process that `npm start` starts: ends the process and all that it started when the launcher is
 * gone, even where that was killed and could say nothing. The channel between the two tells it. Plain JavaScript, for
 * a process that runs no TypeScript.
 */
import { isMainThread } from "node:worker_threads";

const graceMs = 3000;

if (isMainThread && process.env["STOATFLOW_LEASH"] !== undefined) {
  // Node loads what came first here in the processes below too; those hang on their own parent.
  delete process.env["STOATFLOW_LEASH"];
  if (process.connected) process.on("disconnect", letGo);
  // The launcher may be gone before a child has come this far.
  else letGo();
  // Listening to the channel must not keep a process alive that has nothing else to do.
  process.channel?.unref();
}

function letGo() {
  setTimeout(endAll, graceMs).unref();
  process.kill(process.pid, "SIGTERM");
}

/** Where there are process groups, this process leads one. */
function endAll() {
  process.kill(process.platform === "win32" ? process.pid : -process.pid, "SIGKILL");
}
