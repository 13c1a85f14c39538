import { createHash } from "node:crypto";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/**
 * The name of a call at a gateway that keeps no keys: 20 characters of `[A-Z2-7]`, four of the
 * shop's id and 16 of the key's SHA-256. It is derived, so that a restored database asks under the
 * same name.
 */
export function referenceOf(shopId: string, key: string): string {
  const bits = BigInt(`0x${createHash("sha256").update(key).digest("hex").slice(0, 20)}`);
  const hashed = Array.from({ length: 16 }, (_, at) => letters[Number((bits >> BigInt(75 - 5 * at)) & 31n)]);
  return shopId.slice(0, 4).toUpperCase() + hashed.join("");
}

/**
 * The key of a call that this shop made, but does not know, such as after a restore; undefined for
 * other shops' references.
 */
export const keyOfLost = (shopId: string, reference: string | null): string | undefined =>
  reference?.startsWith(shopId.slice(0, 4).toUpperCase()) ? `${shopId}-${reference}` : undefined;
