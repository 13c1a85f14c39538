import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";

type ResolvedAddress = { address: string; family: number };

export type Guard = {
  /**
   * whether a connection to this address is allowed; called for each address after the name's
   * resolution
   */
  permit: (address: string, port: number) => boolean;
  resolve: (hostname: string) => Promise<ResolvedAddress[]>;
};

/** The error of a name without a permitted address. */
export class NotPermitted extends Error {}

const portOf = ({ port, protocol }: URL): number => Number(port || (protocol === "https:" ? 443 : 80));

/**
 * Sends a GET to an http(s) address and resolves with the open response. The socket connects to the
 * addresses that the guard permitted, so it does not matter if the name later resolves to other
 * addresses.
 */
export function guardedGet(url: URL, { permit, resolve }: Guard, signal: AbortSignal): Promise<IncomingMessage> {
  const port = portOf(url);
  const hostname = url.hostname.replace(/^\[|\]$/g, "");
  const lookup: LookupFunction = (name, { all }, callback) => {
    const callBack = (addresses: ResolvedAddress[]) => {
      const permitted = addresses.filter(({ address }) => permit(address, port));
      const [first] = permitted;
      if (!first) return callback(new NotPermitted(), []);
      return all ? callback(null, permitted) : callback(null, first.address, first.family);
    };
    resolve(name).then(callBack, (error: NodeJS.ErrnoException) => callback(error, []));
  };
  return new Promise((respond, reject) => {
    // A literal address is never resolved.
    if (isIP(hostname) !== 0 && !permit(hostname, port)) return reject(new NotPermitted());
    const send = url.protocol === "https:" ? httpsRequest : httpRequest;
    const options = {
      hostname,
      port,
      path: url.pathname + url.search,
      headers: { Accept: "image/avif,image/webp,image/*;q=0.8", "Accept-Encoding": "identity", "User-Agent": "store-import" },
      lookup,
      signal,
      agent: false as const,
    };
    // A server that switches protocols (101), or closes without an answer, must not keep the caller
    // waiting.
    const request = send(options).once("response", respond).once("upgrade", respond).on("error", reject);
    request.once("close", () => reject(Object.assign(new Error("closed without an answer"), { code: "ECONNRESET" }))).end();
  });
}
