import pLimit, { type LimitFunction } from "p-limit";
import { silent } from "../../media/download-reasons.ts";
import { type Outcome, refuse } from "../../outcome.ts";

type Download = (url: URL) => Promise<Outcome<Buffer>>;

/** How many pictures are asked of one server at once. */
const atOnce = 2;

/** After so many silences in a row a server is asked no more. */
const maxConsecutiveFailures = 5;

type Server = { limit: LimitFunction; asked: number; silences: number; last: string };

const fresh = (): Server => ({ limit: pLimit(atOnce), asked: 0, silences: 0, last: "" });

/** Asks no server for many pictures at once, and none that keeps silent again and again: for one run of an import. */
export function perHostThrottle(download: Download): Download {
  const servers = new Map<string, Server>();

  const ask = async (server: Server, url: URL): Promise<Outcome<Buffer>> => {
    if (server.silences >= maxConsecutiveFailures)
      return refuse(
        `its server failed ${maxConsecutiveFailures} times in a row and is not asked again in this run (the last time: ${server.last})`,
      );
    const outcome = await download(url);
    const kept = !outcome.ok && outcome.code === silent;
    server.silences = kept ? server.silences + 1 : 0;
    if (kept) server.last = outcome.error;
    return outcome;
  };
  return async (url) => {
    const server = servers.get(url.host) ?? fresh();
    servers.set(url.host, server);
    server.asked += 1;
    try {
      return await server.limit(() => ask(server, url));
    } finally {
      server.asked -= 1;
      // A file may name servers without number: one that is well needs not be remembered.
      if (server.asked === 0 && server.silences === 0) servers.delete(url.host);
    }
  };
}
