import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import type { Db } from "../../db/tables.ts";
import { transact } from "../../db/transaction.ts";
import { retention } from "../../retention.ts";
import { deleteChallenge, insertChallenge } from "./queries.ts";

/** How long a browser may take to sign a challenge; ms. */
export const challengeLifetime = retention.passkeyChallenge;

/**
 * The browser, and the id of the account for which a passkey is made; the id is empty at a sign-in.
 */
type BoundTo = { visitor: string; subject: string };

const hashOf = (challenge: string): string => createHash("sha256").update(challenge).digest("hex");

/** Random bytes for a browser to sign, once and within five minutes; stored as a hash. */
export async function createChallenge(db: Db, bound: BoundTo, now: number): Promise<Buffer> {
  const challenge = randomBytes(32);
  const row = { hash: hashOf(challenge.toString("base64url")), ...bound, expires_at: now + challengeLifetime };
  await transact(db, (tx) => insertChallenge(tx, row));
  return challenge;
}

const clientData = z.object({ challenge: z.string().max(100) });

/** The challenge in a browser's client data; undefined if the data cannot be read. */
function challengeIn(encoded: string): string | undefined {
  try {
    return clientData.parse(JSON.parse(Buffer.from(encoded, "base64url").toString())).challenge;
  } catch {
    return undefined;
  }
}

/**
 * Uses up the challenge in a browser's client data (base64url) before its signature is checked, and
 * returns it; undefined if it was used before, is another browser's, or is too old.
 */
export async function consumeChallenge(db: Db, clientData: string, bound: BoundTo, now: number): Promise<string | undefined> {
  const challenge = challengeIn(clientData);
  if (challenge === undefined) return undefined;
  const used = await transact(db, (tx) => deleteChallenge(tx, { hash: hashOf(challenge), ...bound }, now));
  return used ? challenge : undefined;
}
