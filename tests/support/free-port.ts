import { randomInt } from "node:crypto";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { temporaryFolder } from "./temporary.ts";

/**
 * Finds a free port of the loopback address for a program that cannot choose and report a port. The
 * port is below the range of outgoing connections, since one of them could take it before the
 * caller listens. No other caller of this run gets the port.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (reserve(port) && (await isFree(port))) return port;
  }
}

/** Reserves a port for the rest of the run; false if another caller has reserved it. */
function reserve(port: number): boolean {
  try {
    writeFileSync(join(temporaryFolder(), `port-${port}`), "", { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => (error.code === "EADDRINUSE" ? resolve(false) : reject(error)));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
