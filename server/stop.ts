import type { Server } from "node:http";
import type { Logger } from "pino";
import { atMost } from "./at-most.ts";

/**
 * The longest wait for running requests during a stop, in ms. It is this long because payments wait
 * for the bank.
 */
const requestsMs = 30_000;
/**
 * The longest wait, in ms, for background work after the running requests have ended. The queue
 * waits up to 20 s for its running jobs (jobs/queue.ts). The next start finds work that was cut
 * off.
 */
const partsMs = 30_000;

type Stop = {
  server: Server;
  log: Logger;
  /** the time in ms for which the shop still serves while it reports that it is not ready */
  drainMs: number;
  /** makes the shop report that it is not ready */
  drain: () => void;
  /** closes all parts of the shop */
  close: () => Promise<void>;
};

/**
 * Returns a function that ends the shop: it drains, then accepts no new requests, finishes running
 * requests, and closes its parts. Each step has a time limit, so a part that does not respond
 * cannot block the end. A second call ends the draining at once.
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
 * Closes each connection after its next answer. Otherwise a proxy might send a request on a
 * connection that is being closed, and the proxy may not send this request again.
 */
function closeConnectionsInUse(server: Server): void {
  server.prependListener("request", (_, res) => res.setHeader("Connection", "close"));
}

/**
 * Waits, at most a second, for a turn of the event loop without a new connection, before the port
 * is closed. When the port closes, the system resets connections that are not accepted yet, and a
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
  // A keep-alive connection in use would keep the shop open, so each is closed 1 ms after its
  // answer.
  Object.assign(server, { keepAliveTimeout: 1, keepAliveTimeoutBuffer: 0 });
  const cut = setTimeout(() => server.closeAllConnections(), requestsMs);
  await untilNobodyConnects(server);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(cut);
}
