/**
 * Watches the process from a thread of its own, since the one that reads has no moment to look: its memory, of which a limit of
 * the JavaScript heap counts only a part, and whether the server that waits for it is still there.
 */
const mostBytes = 768 * 1024 * 1024;
const everyMs = 20;
const server = process.ppid;

setInterval(() => {
  if (process.memoryUsage.rss() > mostBytes || process.ppid !== server) process.kill(process.pid, "SIGKILL");
}, everyMs);
