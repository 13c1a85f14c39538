// Preloaded into every process that a bench starts, the built shop as well: tells how much CPU the
// whole process has used, its threads included, and what it holds.
import { setTimeout as sleep } from "node:timers/promises";
import { answers } from "./questions.ts";

answers("cpu", () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
});
answers("memory", async () => {
  const { rss: before } = process.memoryUsage();
  // Gives back what V8 holds in reserve as well; buffers are freed in the background.
  for (let nth = 0; nth < 3; nth += 1) {
    await globalThis.gc?.({ type: "major", execution: "async", flavor: "last-resort" });
    await sleep(500);
  }
  const { rss, heapUsed: heap, arrayBuffers: buffers } = process.memoryUsage();
  return { before, rss, heap, buffers };
});
// Nobody is left behind when the bench itself was killed.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();
