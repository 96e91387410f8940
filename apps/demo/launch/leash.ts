/**
 * Loaded first in each process that `npm start` starts: ends the process when the one that started it is gone, even
 * where that was killed and could say nothing. The channel between the two tells it.
 */
const graceMs = 3000;

process.on("disconnect", () => {
  setTimeout(() => process.exit(1), graceMs).unref();
  process.kill(process.pid, "SIGTERM");
});
// Listening to the channel must not keep a process alive that has nothing else to do.
process.channel?.unref();
