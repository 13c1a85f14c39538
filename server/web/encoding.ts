import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";

/** The stored encodings, the best first. */
export const encodings = ["br", "gzip"] as const;
export type Encoding = (typeof encodings)[number] | "identity";

// Clients send few different values, and parsing one takes a twentieth of the time of an answer
// from memory.
const read = new LRUCache<string, readonly string[]>({ max: 200, memoMethod: acceptedBy });

/** The `encodings` that the header names; `*` alone names none. */
function acceptedBy(accept: string): readonly string[] {
  const acceptedEncodings = new Negotiator({ headers: { "accept-encoding": accept.toLowerCase() } }).encodings();
  return encodings.filter((encoding) => acceptedEncodings.includes(encoding));
}

/**
 * The first of `offered` that the client accepts by its `Accept-Encoding`, else the plain bytes.
 */
export function encodingFor<Offered extends Encoding>(
  accept: string | string[] | undefined,
  offered: readonly Offered[],
): Offered | "identity" {
  const accepted = read.memo(String(accept ?? ""));
  return offered.find((encoding) => accepted.includes(encoding)) ?? "identity";
}
