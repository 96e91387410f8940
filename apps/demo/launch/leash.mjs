/**
 * Loaded first in each process that `npm start` starts: ends the process and all that it started when the launcher is
 * gone, even where that was killed and could say nothing. The channel between the two tells it. Plain JavaScript, for
 * a process that runs no TypeScript.
 */
const graceMs = 3000;

// Node hands what was loaded first on to the processes below; those hang on their own parent.
if (process.env["STOATFLOW_LEASH"] === String(process.ppid)) {
  process.on("disconnect", () => {
    setTimeout(endAll, graceMs).unref();
    process.kill(process.pid, "SIGTERM");
  });
  // Listening to the channel must not keep a process alive that has nothing else to do.
  process.channel?.unref();
}

/** Where there are process groups, this process leads one. */
function endAll() {
  process.kill(process.platform === "win32" ? process.pid : -process.pid, "SIGKILL");
}
