import type { WorkChallenge } from "../../server/web/proof-of-work/schema.ts";

const bytes = (hex: string) => (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
const hexOf = (buffer: ArrayBuffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Whether this browser can do the work, which needs https. */
export const canWork = (): boolean => Boolean(crypto.subtle);

/**
 * Solves a challenge, as altcha-lib's `solveChallenge` does, and returns the proof for the shop.
 * Web Crypto derives keys on another thread, so the page stays responsive. `onProgress` gets the
 * completed share, from 0 to 1. Undefined if there is no solution, or if `signal` aborted.
 */
export async function solveChallenge(
  challenge: WorkChallenge,
  onProgress: (part: number) => void,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const { nonce, salt, cost, keyLength, keyPrefix, data } = challenge.parameters;
  const password = new Uint8Array([...bytes(nonce), 0, 0, 0, 0]);
  const rounds = { name: "PBKDF2", hash: "SHA-256", salt: new Uint8Array(bytes(salt)), iterations: cost };
  for (let counter = 0; counter <= data.most; counter++) {
    if (signal?.aborted) return undefined;
    new DataView(password.buffer).setUint32(password.length - 4, counter);
    const key = await crypto.subtle.importKey("raw", password, "PBKDF2", false, ["deriveBits"]);
    const derivedKey = hexOf(await crypto.subtle.deriveBits(rounds, key, keyLength * 8));
    if (derivedKey.startsWith(keyPrefix)) return btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }));
    if (counter % 8 === 0) onProgress(counter / data.most);
  }
  return undefined;
}
