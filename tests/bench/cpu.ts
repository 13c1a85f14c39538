// Preloaded into every process that a bench starts, including the built shop. It reports the CPU
// time of the whole process with its threads, and its memory.
import { setTimeout as sleep } from "node:timers/promises";
import { answers } from "./questions.ts";

answers("cpu", () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
});
answers("memory", async () => {
  const { rss: before } = process.memoryUsage();
  // A `last-resort` collection makes V8 return its reserved memory too. It runs three times with
  // pauses, since buffers are freed in the background.
  for (let nth = 0; nth < 3; nth += 1) {
    await globalThis.gc?.({ type: "major", execution: "async", flavor: "last-resort" });
    await sleep(500);
  }
  const { rss, heapUsed: heap, arrayBuffers: buffers } = process.memoryUsage();
  return { before, rss, heap, buffers };
});
// The process ends even if the bench itself was killed.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();
