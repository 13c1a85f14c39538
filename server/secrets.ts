import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Reads a list of secrets, the newest first. The newest secret signs and encrypts; all of them
 * verify and decrypt.
 */
export function secretsIn(list: string): readonly [newest: string, ...older: string[]] {
  const [newest = list, ...older] = list.split(",");
  return [newest, ...older];
}

const signature = (secret: string, text: string): string => createHmac("sha256", secret).update(text).digest("base64url");

/**
 * The HMAC-SHA256 of a text in base64url, with the newest secret. The text begins with its purpose,
 * so that no signature is valid for another purpose.
 */
export const sign = (secrets: string, text: string): string => signature(secretsIn(secrets)[0], text);

/** The signatures of a text by each secret, the newest first. */
export const signaturesOf = (secrets: string, text: string): string[] =>
  secretsIn(secrets).map((secret) => signature(secret, text));

/**
 * Whether one of the secrets signed this text. The check takes the same time for every wrong
 * signature.
 */
export function isSigned(secrets: string, text: string, signed: string): boolean {
  const bytes = Buffer.from(signed);
  return signaturesOf(secrets, text).some((right) => {
    const expected = Buffer.from(right);
    return expected.length === bytes.length && timingSafeEqual(expected, bytes);
  });
}
