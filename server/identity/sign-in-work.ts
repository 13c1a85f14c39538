import { createHash } from "node:crypto";
import { proofOfWork } from "../web/proof-of-work/challenges.ts";
import { isWorkLink, readWorkLink, signWorkLink, type WorkLink } from "../web/proof-of-work/links.ts";
import { isConsumed } from "../web/proof-of-work/queries.ts";
import type { Identity } from "./parts.ts";

/**
 * The work that was done for one try of a password, or the mailed link that replaces the work.
 * Either may have been used before.
 */
export type SignInWork = WorkLink;

/** The action of a sign-in's challenge. */
export const signInAction = "SIGN_IN";

type Parts = Pick<Identity, "now" | "secret">;

const links = ({ now, secret }: Parts) => ({ now, secret, purpose: "sign-in-link" });

/** Stands for a normalised email in a challenge or a link, whether or not there is an account. */
export const workSubject = (email: string): string =>
  createHash("sha256").update(`sign-in-work:${email}`).digest("hex").slice(0, 32);

/** The token of a link that replaces the work of one sign-in by this email, within an hour. */
export const signSignInLink = (parts: Parts, email: string, nonce: string): string =>
  signWorkLink(links(parts), workSubject(email), nonce);

/**
 * Reads the `work` sent with an email; undefined if it is wrong, another email's, forged or
 * expired.
 */
export async function readWork({ now, secret }: Parts, email: string, text: string | undefined): Promise<SignInWork | undefined> {
  if (text === undefined || text === "") return undefined;
  const subject = workSubject(email);
  if (isWorkLink(text)) return readWorkLink(links({ now, secret }), subject, text);
  const work = await proofOfWork({ now, secret }).check(text);
  return work?.action === signInAction && work.subject === subject ? { ...work, subject } : undefined;
}

/**
 * Whether a mailed link's token may still be used. The signature is not checked, since it needs the
 * email, which is unknown here.
 */
export async function mayBeUsed({ db, now }: Pick<Identity, "db" | "now">, text: string): Promise<boolean> {
  const [nonce = "", end] = text.split(".");
  return isWorkLink(text) && Number(end) > now() && !(await isConsumed(db, nonce));
}
