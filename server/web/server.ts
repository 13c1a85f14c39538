import { createServer, type RequestListener, type Server } from "node:http";
import type { Logger } from "pino";
import { refuseTunnels } from "./tunnels.ts";

/** Times in ms. */
export type ServerLimits = {
  /** the most open connections; further connections are closed at once */
  connections: number;
  /** time for all headers of a request to come */
  headersMs: number;
  /**
   * time for the headers and the body to come; a slow body is refused earlier (web/admission.ts)
   */
  requestMs: number;
  /** how long a request and its answer may make no progress; a payment waits for up to 32 s */
  silentMs: number;
  /** how often `headersMs` and `requestMs` are checked */
  checkMs: number;
  /** how long a connection without a request is kept */
  idleMs: number;
};

/**
 * The staff's largest file, 64 MB, takes about four minutes on a common line. A file of 2 MB takes
 * as long on a phone.
 */
const usual: ServerLimits = {
  connections: 4000,
  headersMs: 10_000,
  requestMs: 300_000,
  silentMs: 120_000,
  checkMs: 1000,
  idleMs: 5000,
};

/**
 * Limits behind a proxy, which keeps its connections for up to a minute. The proxy has to end its
 * connections first. If the shop ended a connection just as a request arrives, the request would be
 * lost, and a form is not sent again.
 */
export const behindProxy: Partial<ServerLimits> = { idleMs: 75_000 };

/**
 * The server of all requests. Slow senders are answered 408. Connections beyond the limit are
 * closed, which is logged at most once a minute.
 */
export function openServer(listener: RequestListener, log: Logger, limits: Partial<ServerLimits> = {}): Server {
  const { connections, headersMs, requestMs, silentMs, checkMs, idleMs } = { ...usual, ...limits };
  const server = createServer(
    {
      // Most requests have no body. Without this option each would end a stream that nobody reads.
      optimizeEmptyRequests: true,
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: checkMs,
      keepAliveTimeout: idleMs,
    },
    listener,
  );
  server.maxConnections = connections;
  server.timeout = silentMs;
  let dropped = 0;
  server.on("drop", () => {
    dropped += 1;
    if (dropped > 1) return;
    log.warn({ connections }, "too many connections: further ones are closed");
    setTimeout(() => {
      dropped = 0;
    }, 60_000).unref();
  });
  refuseTunnels(server);
  return server;
}
