import { randomFillSync } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { headerOf } from "./raw-headers.ts";

declare module "node:http" {
  interface IncomingMessage {
    /**
     * the id by which the answer, the log line, the jobs and the owner's emails name this request
     */
    requestId: string;
  }
}

/** Crockford's alphabet: no sign is mistaken for another when an id is read out. */
const letters = "0123456789abcdefghjkmnpqrstvwxyz";
const length = 12;

/** Ids of 60 random bits that a person can read out, such as `k7mq-x2rd-9wpa`. */
export function randomRequestIds(): () => string {
  // Random bytes are drawn many at once: asking the system for each id takes longer than all the
  // rest.
  const random = Buffer.allocUnsafeSlow(length * 512);
  let at = random.length;
  return () => {
    if (at === random.length) {
      randomFillSync(random);
      at = 0;
    }
    let id = "";
    for (const end = at + length; at < end; at += 1) {
      if (at % 4 === 0 && id !== "") id += "-";
      id += letters[(random[at] ?? 0) & 31];
    }
    return id;
  };
}

/**
 * An id as proxies make it: a UUID, or 32 hexadecimal digits. Words and card numbers do not match.
 */
const proxyId = /^(?:[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

/** Gives each request its id: the id of a trusted proxy in front, else a new one. */
export function openRequestIds({ trustProxy }: { trustProxy: number }): (req: IncomingMessage) => void {
  const next = randomRequestIds();
  return (req) => {
    const proxyHeader = trustProxy > 0 ? headerOf(req, "x-request-id") : undefined;
    req.requestId = proxyHeader !== undefined && proxyId.test(proxyHeader) ? proxyHeader : next();
  };
}
