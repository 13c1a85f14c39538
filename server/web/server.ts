import { createServer, type RequestListener, type Server } from "node:http";
import type { Logger } from "pino";
import { refuseTunnels } from "./tunnels.ts";

/** Times in ms. */
export type ServerLimits = {
  /** further connections are closed at once */
  connections: number;
  /** until all headers of a request have come */
  headersMs: number;
  /** until its body has come as well; its pace is watched before (web/admission.ts) */
  requestMs: number;
  /** for how long nothing of a request comes and nothing of its answer goes; a payment waits for 32 s */
  silentMs: number;
  /** how often the two are looked at */
  checkMs: number;
  /** for how long a connection without a request is kept */
  idleMs: number;
};

/** The staff's largest file, 64 MB, takes some four minutes by a common line, as one of two megabytes by a phone. */
const usual: ServerLimits = {
  connections: 4000,
  headersMs: 10_000,
  requestMs: 300_000,
  silentMs: 120_000,
  checkMs: 1000,
  idleMs: 5000,
};

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
