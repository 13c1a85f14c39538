import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { secretsIn } from "../../secrets.ts";

/** Derives a key for each purpose from one of the shop's secrets. */
const keyOf = (secret: string, purpose: string): Buffer => Buffer.from(hkdfSync("sha256", secret, "", `sealed:${purpose}`, 32));

/**
 * Encrypts a text with AES-256-GCM and the newest of the secrets. `purpose` names the use and the
 * owner of the text. It is part of the key, so the text can only be decrypted for the same purpose.
 */
export function seal(secrets: string, purpose: string, text: string): string {
  const [newest] = secretsIn(secrets);
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyOf(newest, purpose), nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return [nonce, cipher.getAuthTag(), sealed].map((part) => part.toString("base64url")).join(".");
}

/** Decrypts a text; undefined if none of the secrets sealed it for this purpose. */
export function unseal(secrets: string, purpose: string, sealed: string): string | undefined {
  const [nonce = Buffer.alloc(0), tag = Buffer.alloc(0), bytes = Buffer.alloc(0)] = sealed
    .split(".")
    .map((part) => Buffer.from(part, "base64url"));
  for (const secret of secretsIn(secrets)) {
    try {
      const decipher = createDecipheriv("aes-256-gcm", keyOf(secret, purpose), nonce, { authTagLength: 16 });
      decipher.setAuthTag(tag);
      return Buffer.concat([decipher.update(bytes), decipher.final()]).toString("utf8");
    } catch {
      // Another secret may open it.
    }
  }
  return undefined;
}
