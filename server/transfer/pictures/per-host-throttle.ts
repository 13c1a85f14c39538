import pLimit, { type LimitFunction } from "p-limit";
import { type Outcome, refuse } from "../../outcome.ts";

type Download = (url: URL) => Promise<Outcome<Buffer>>;

/** The most concurrent downloads from one server. */
const maxPerHost = 2;

/** A server is not tried again after this many failures in a row. */
const maxConsecutiveFailures = 5;

type Host = { limit: LimitFunction; pending: number; failures: number; lastError: string };

const newHost = (): Host => ({ limit: pLimit(maxPerHost), pending: 0, failures: 0, lastError: "" });

/**
 * Limits concurrent downloads per server, for one run of an import. Sends no more requests to a
 * server that fails repeatedly.
 */
export function perHostThrottle(download: Download): Download {
  const hosts = new Map<string, Host>();

  const downloadFrom = async (server: Host, url: URL): Promise<Outcome<Buffer>> => {
    if (server.failures >= maxConsecutiveFailures)
      return refuse(
        "unavailable",
        `its server failed ${maxConsecutiveFailures} times in a row and is not tried again in this run (last failure: ${server.lastError})`,
      );
    const outcome = await download(url);
    // A server that does not answer, or answers that it is overloaded or gets too many requests,
    // would fail for its other pictures too. Only such failures count.
    const isSilent = !outcome.ok && outcome.code === "unavailable";
    server.failures = isSilent ? server.failures + 1 : 0;
    if (isSilent) server.lastError = outcome.error;
    return outcome;
  };
  return async (url) => {
    const server = hosts.get(url.host) ?? newHost();
    hosts.set(url.host, server);
    server.pending += 1;
    try {
      return await server.limit(() => downloadFrom(server, url));
    } finally {
      server.pending -= 1;
      // Forgets a server without failures, since a file may name any number of servers.
      if (server.pending === 0 && server.failures === 0) hosts.delete(url.host);
    }
  };
}
