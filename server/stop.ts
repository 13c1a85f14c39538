import type { Server } from "node:http";
import type { Logger } from "pino";
import { atMost } from "./at-most.ts";

/** How long a stop waits for running requests, in ms: payments wait for the bank. */
const requestsMs = 30_000;
/**
 * And after them for what runs in the background: a job has 20 s (jobs/queue.ts). What is cut off is found again
 * at the next start.
 */
const partsMs = 30_000;

type Stop = {
  server: Server;
  log: Logger;
  /** how long it goes on serving while it says that it is not ready, in ms */
  drainMs: number;
  /** from now on the shop says that it is not ready */
  drain: () => void;
  /** closes all parts of the shop */
  close: () => Promise<void>;
};

/**
 * Returns what ends the shop: it drains, then takes nothing new, finishes requests, and closes its parts, each in
 * bounded time, whatever is silent meanwhile. A second call ends the draining.
 */
export function openStop({ server, log, drainMs, drain, close }: Stop): () => void {
  const drained = Promise.withResolvers<void>();
  let isStopping = false;
  const stop = async () => {
    log.info("stopping");
    drain();
    closeConnectionsInUse(server);
    if (drainMs > 0) await atMost(drainMs, drained.promise);
    await finishRequests(server);
    const isClosed = await atMost(partsMs, close());
    if (!isClosed) log.warn("the shop stops while parts of it are busy");
    process.exit(0);
  };
  return () => {
    if (isStopping) return drained.resolve();
    isStopping = true;
    stop().catch((error: unknown) => {
      log.error({ err: error }, "the shop could not be stopped in order");
      process.exit(1);
    });
  };
}

/**
 * Each connection ends with its next answer: a proxy that keeps some open would otherwise send a request
 * by one that is being closed, and may not send it again.
 */
function closeConnectionsInUse(server: Server): void {
  server.prependListener("request", (_, res) => res.setHeader("Connection", "close"));
}

/**
 * The system resets what has connected but is not accepted yet when the port closes, and a proxy may not send a form
 * again: the port is closed right after a turn of the event loop in which nobody came, or after a second.
 */
async function untilNobodyConnects(server: Server): Promise<void> {
  let came = true;
  const note = () => {
    came = true;
  };
  server.on("connection", note).on("request", note);
  for (const end = Date.now() + 1000; came && Date.now() < end; ) {
    came = false;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function finishRequests(server: Server): Promise<void> {
  // A keep-alive connection in use would keep the shop open: each is closed after its answer. In ms.
  Object.assign(server, { keepAliveTimeout: 1, keepAliveTimeoutBuffer: 0 });
  const cut = setTimeout(() => server.closeAllConnections(), requestsMs);
  await untilNobodyConnects(server);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(cut);
}
