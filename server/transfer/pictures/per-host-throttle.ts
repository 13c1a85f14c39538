import pLimit, { type LimitFunction } from "p-limit";
import { type Outcome, refuse } from "../../outcome.ts";

type Download = (url: URL) => Promise<Outcome<Buffer>>;

/** How many pictures are asked of one server at once. */
const maxPerHost = 2;

/** After so many silences in a row a server is asked no more. */
const maxConsecutiveFailures = 5;

type Host = { limit: LimitFunction; pending: number; failures: number; lastError: string };

const newHost = (): Host => ({ limit: pLimit(maxPerHost), pending: 0, failures: 0, lastError: "" });

/**
 * Asks no server for many pictures at once, and none that keeps silent again and again: for one run
 * of an import.
 */
export function perHostThrottle(download: Download): Download {
  const hosts = new Map<string, Host>();

  const downloadFrom = async (server: Host, url: URL): Promise<Outcome<Buffer>> => {
    if (server.failures >= maxConsecutiveFailures)
      return refuse(
        "unavailable",
        `its server failed ${maxConsecutiveFailures} times in a row and is not asked again in this run (the last time: ${server.lastError})`,
      );
    const outcome = await download(url);
    // No answer, or one that wants to be left alone: its other pictures would not come either.
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
      // A file may name servers without number: one that is well needs not be remembered.
      if (server.pending === 0 && server.failures === 0) hosts.delete(url.host);
    }
  };
}
