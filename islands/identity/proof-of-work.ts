type Parameters = {
  nonce: string;
  salt: string;
  /** rounds of one try */
  cost: number;
  /** bytes */
  keyLength: number;
  /** the prefix of the key to find */
  keyPrefix: string;
  /** the largest number to try */
  data: { most: number };
};

export type Task = { parameters: Parameters; signature: string };

const bytes = (hex: string) => (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
const hexOf = (buffer: ArrayBuffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Finds the number whose key has the prefix, as altcha-lib's `solveChallenge` does. Web Crypto
 * derives keys on another thread, so the page stays responsive. Undefined when there is none.
 */
export async function solve({ nonce, salt, cost, keyLength, keyPrefix, data }: Parameters, onProgress: (part: number) => void) {
  const password = new Uint8Array([...bytes(nonce), 0, 0, 0, 0]);
  const rounds = { name: "PBKDF2", hash: "SHA-256", salt: new Uint8Array(bytes(salt)), iterations: cost };
  for (let counter = 0; counter <= data.most; counter++) {
    new DataView(password.buffer).setUint32(password.length - 4, counter);
    const key = await crypto.subtle.importKey("raw", password, "PBKDF2", false, ["deriveBits"]);
    const derivedKey = hexOf(await crypto.subtle.deriveBits(rounds, key, keyLength * 8));
    if (derivedKey.startsWith(keyPrefix)) return { counter, derivedKey };
    if (counter % 8 === 0) onProgress(counter / data.most);
  }
  return undefined;
}
