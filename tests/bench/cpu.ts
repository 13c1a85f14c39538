// Preloaded into every process that a bench starts, the built shop as well: tells how much CPU the
// whole process has used, its threads included.
import { answers } from "./questions.ts";

answers("cpu", () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
});
// Nobody is left behind when the bench itself was killed.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();
