import { isSigned, sign } from "../../secrets.ts";
import type { DoneWork } from "./challenges.ts";

const hour = 3_600_000;
/**
 * Nonce, expiry in ms, and signature, separated by dots. A solution is base64 of JSON and has no
 * dot.
 */
const linkShape = /^([a-f0-9]{32})\.(\d{1,15})\.([\w-]{43})$/;

type Parts = {
  secret: string;
  now: () => number;
  /** the link's purpose: a link of another purpose is refused */
  purpose: string;
};

/** A mailed link that replaces work. It may have been used before. */
export type WorkLink = Omit<DoneWork, "action" | "subject"> & { subject: string };

/** Whether a text that was sent as work is a link's token, for any subject. */
export const isWorkLink = (text: string): boolean => linkShape.test(text);

const signedText = ({ purpose }: Parts, text: string): string => `${purpose}:${text}`;

/**
 * The token of a link that lets its subject try once, within an hour. Using one link uses up every
 * link with the same `nonce`.
 */
export function signWorkLink(parts: Parts, subject: string, nonce: string): string {
  const text = `${nonce}.${parts.now() + hour}`;
  return `${text}.${sign(parts.secret, signedText(parts, `${subject}.${text}`))}`;
}

/** The token of a mailed link, if it is for this subject and has not expired. */
export function readWorkLink(parts: Parts, subject: string, text: string): WorkLink | undefined {
  const [, nonce = "", end = "", signature = ""] = linkShape.exec(text) ?? [];
  if (!isSigned(parts.secret, signedText(parts, `${subject}.${nonce}.${end}`), signature)) return undefined;
  const expiresAt = Number(end);
  return expiresAt > parts.now() ? { subject, factor: Number.POSITIVE_INFINITY, nonce, expiresAt } : undefined;
}
