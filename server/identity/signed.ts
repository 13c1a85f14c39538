import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * What a token says, and from when (ms). It names one browser, so that nobody else can spend it.
 */
type Claims = { customerId: string; visitor: string; at: number };

const mark = (secret: string, text: string): string => createHmac("sha256", secret).update(`sign-in:${text}`).digest("base64url");

/** Long enough for a slow phone between two calls. */
const lifetime = 2 * 60_000;

/**
 * The short-lived token that every way of signing in ends with; `POST /identity/verify_token/`
 * makes a session of it (decisions §5). `at` is when the shopper asked: all that ends sessions
 * after it makes the token worthless too.
 */
export function signToken(secret: string, { customerId, visitor }: Omit<Claims, "at">, at: number): string {
  const text = Buffer.from(JSON.stringify({ customerId, visitor, at })).toString("base64url");
  return `${text}.${mark(secret, text)}`;
}

/**
 * The customer of a token that is ours, of this browser and not too old, and when it was asked for;
 * else undefined.
 */
export function readToken(secret: string, token: string, visitor: string | undefined, now: number): Claims | undefined {
  const [text = "", sign = ""] = token.split(".");
  const right = Buffer.from(mark(secret, text));
  const given = Buffer.from(sign);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  const claims = JSON.parse(Buffer.from(text, "base64url").toString()) as Claims;
  return claims.at + lifetime > now && claims.visitor === visitor ? claims : undefined;
}
