// Preloaded into every process that a bench starts, the built shop as well: tells how much CPU the
// whole process has used, its threads included, and what it holds.
import { answers } from "./questions.ts";

answers("cpu", () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
});
answers("memory", () => {
  globalThis.gc?.();
  const { rss, heapUsed: heap, arrayBuffers: buffers } = process.memoryUsage();
  return { rss, heap, buffers };
});
// Nobody is left behind when the bench itself was killed.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();
