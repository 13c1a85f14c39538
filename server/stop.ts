import type { Server } from "node:http";
import type { Logger } from "pino";
import { atMost } from "./at-most.ts";

/** How long a stop waits for running requests, in ms: payments wait for the bank. */
const requestsMs = 30_000;
/**
 * How long a stop then waits for background work, in ms: a job has 20 s (jobs/queue.ts). Work that
 * is cut off is found again at the next start.
 */
const partsMs = 30_000;

type Stop = {
  server: Server;
  log: Logger;
  /** how long the shop serves on while it says that it is not ready, in ms */
  drainMs: number;
  /** makes the shop say that it is not ready */
  drain: () => void;
  /** closes all parts of the shop */
  close: () => Promise<void>;
};

/**
 * Returns a function that ends the shop: it drains, then takes no new requests, finishes running
 * ones, and closes its parts. Each step has a time limit, even if something is silent. A second
 * call ends the draining.
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
 * Ends each connection with its next answer: otherwise a proxy would send a request on a connection
 * that is being closed, and it may not send the request again.
 */
function closeConnectionsInUse(server: Server): void {
  server.prependListener("request", (_, res) => res.setHeader("Connection", "close"));
}

/**
 * Waits for a turn of the event loop without a new connection, or at most a second, before the port
 * is closed. The system resets connections that are not accepted yet when the port closes, and a
 * proxy may not send a form again.
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
  // A keep-alive connection in use would keep the shop open, so each is closed after its answer. In
  // ms.
  Object.assign(server, { keepAliveTimeout: 1, keepAliveTimeoutBuffer: 0 });
  const cut = setTimeout(() => server.closeAllConnections(), requestsMs);
  await untilNobodyConnects(server);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(cut);
}
