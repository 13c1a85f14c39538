import { createServer, type RequestListener, type Server } from "node:http";
import type { Logger } from "pino";
import { refuseTunnels } from "./tunnels.ts";

/** Times in ms. */
export type ServerLimits = {
  /** further connections are closed at once */
  connections: number;
  /** until all headers of a request have come */
  headersMs: number;
  /** until its body has come as well */
  requestMs: number;
  /** how often the two are looked at */
  checkMs: number;
  /** for how long a connection without a request is kept */
  idleMs: number;
};

/** An upload of two megabytes over a slow phone takes most of a minute. */
const usual: ServerLimits = { connections: 4000, headersMs: 15_000, requestMs: 60_000, checkMs: 5000, idleMs: 5000 };

/**
 * A proxy keeps its connections for up to a minute. It has to be the one who ends them: one that the shop ends at
 * the moment of a request loses that, and a form is not sent again.
 */
export const behindProxy: Partial<ServerLimits> = { idleMs: 75_000 };

/**
 * The server of all requests. Who sends too slowly is answered 408; beyond the limit connections are closed,
 * which is logged once a minute at most.
 */
export function openServer(listener: RequestListener, log: Logger, limits: Partial<ServerLimits> = {}): Server {
  const { connections, headersMs, requestMs, checkMs, idleMs } = { ...usual, ...limits };
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
