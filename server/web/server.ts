import { createServer, type RequestListener, type Server } from "node:http";
import type { Logger } from "pino";
import { refuseTunnels } from "./tunnels.ts";

/** Times in ms. */
export type ServerLimits = {
  /** further connections are closed at once */
  connections: number;
  /** time for all headers of a request to come */
  headersMs: number;
  /**
   * time for the headers and the body to come; the body's pace is watched before (web/admission.ts)
   */
  requestMs: number;
  /** how long neither the request nor its answer may make progress; a payment waits for 32 s */
  silentMs: number;
  /** how often the two times are checked */
  checkMs: number;
  /** how long a connection without a request is kept */
  idleMs: number;
};

/**
 * The staff's largest file, 64 MB, takes some four minutes on a common line, as a two megabyte file
 * does on a phone.
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
 * Limits behind a proxy, which keeps its connections for up to a minute. The proxy has to end them
 * first: if the shop ended one at the moment of a request, the request would be lost, and a form is
 * not sent again.
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
      // Most requests have no body: without this each would end a stream that nobody reads.
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
