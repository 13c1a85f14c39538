import { createHash } from "node:crypto";
import type { Tx } from "../db/tables.ts";
import { newId } from "../ids.ts";
import { isSigned, sign } from "../secrets.ts";
import { consumeChallenge } from "../web/proof-of-work/queries.ts";

/**
 * The contents of a token, and the time when it was made (ms). It names one browser, so that no
 * other browser can use it.
 */
type Claims = {
  customerId: string;
  visitor: string;
  /** how the shopper proved their identity, in the shop's words */
  way: string;
  /** the second step is done, or there was none */
  twoSteps?: true;
  at: number;
};

/** The shop's name for a sign-in with the account's password. */
export const passwordWay = "Password";

const signedText = (text: string): string => `sign-in:${text}`;

/** The lifetime of a token, in ms: long enough for a slow phone between two calls. */
const lifetime = 2 * 60_000;

/**
 * The short-lived token that every way of signing in ends with; `POST /identity/verify_token/`
 * exchanges it for a session, once. `at` is when the shopper began to sign in. Ending all sessions
 * after that time invalidates the token too.
 */
export function signToken(secret: string, { customerId, visitor, way, twoSteps }: Omit<Claims, "at">, at: number): string {
  const text = Buffer.from(JSON.stringify({ customerId, visitor, way, twoSteps, at, id: newId() })).toString("base64url");
  return `${text}.${sign(secret, signedText(text))}`;
}

/**
 * The claims of a valid token of this browser; undefined if it is forged, another browser's or
 * expired.
 */
function readToken(secret: string, token: string, visitor: string | undefined, now: number): Claims | undefined {
  const [text = "", signature = ""] = token.split(".");
  if (!isSigned(secret, signedText(text), signature)) return undefined;
  const claims = JSON.parse(Buffer.from(text, "base64url").toString()) as Claims;
  return claims.at + lifetime > now && claims.visitor === visitor ? claims : undefined;
}

/** Reads a token and uses it up: only one of several concurrent callers gets its claims. */
export async function consumeToken(
  tx: Tx,
  { secret, token, visitor, now }: { secret: string; token: string; visitor: string | undefined; now: number },
): Promise<Claims | undefined> {
  const claims = readToken(secret, token, visitor, now);
  if (!claims) return undefined;
  const used = createHash("sha256").update(token).digest("hex");
  return (await consumeChallenge(tx, used, claims.at + lifetime)) ? claims : undefined;
}
