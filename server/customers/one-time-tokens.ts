import { createHash } from "node:crypto";
import type { Db, Row, Tx } from "../db/tables.ts";
import { newSecret } from "../ids.ts";
import {
  deleteExpiredTokens,
  deleteTokensOf,
  findToken,
  hasToken,
  insertToken,
  markAllUsed,
  markUsed,
  markUsedSince,
} from "./queries/one-time-tokens.ts";

type Kind = Row<"one_time_token">["kind"];

type OneTimeToken = {
  subject: string;
  payload: Record<string, unknown>;
  /** time of creation; ms */
  at: number;
};
type NewOneTimeToken = {
  kind: Kind;
  subject: string;
  payload?: Record<string, unknown>;
  /** ms */
  lifetime: number;
  /**
   * the token to store, for callers that can derive it again when a later job writes the email;
   * random if absent
   */
  token?: string;
};

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");
const shape = /^[\w-]{43}$/;

/** Creates a one-time token and returns it; the database stores only its hash. */
export async function createOneTimeToken(tx: Db | Tx, created: NewOneTimeToken, now: number): Promise<string> {
  const { kind, subject, payload = {}, lifetime, token = newSecret() } = created;
  await insertToken(tx, {
    hash: hashOf(token),
    kind,
    subject,
    payload: JSON.stringify(payload),
    created_at: now,
    expires_at: now + lifetime,
    used_at: null,
  });
  return token;
}

/**
 * The record of a token; undefined if the token is unknown, used or expired. The token stays
 * unused, since it may be a mail scanner that has opened the page.
 */
export async function findOneTimeToken(
  reader: Db | Tx,
  kind: Kind,
  token: string,
  now: number,
): Promise<OneTimeToken | undefined> {
  if (!shape.test(token)) return undefined;
  const row = await findToken(reader, kind, hashOf(token), now);
  return row && { subject: row.subject, at: row.created_at, payload: JSON.parse(row.payload) as OneTimeToken["payload"] };
}

/** Whether `subject` may still follow a link of this kind. */
export const hasOneTimeToken = (reader: Db | Tx, kind: Kind, subject: string, now: number): Promise<boolean> =>
  hasToken(reader, kind, subject, now);

/** Uses a token: only one of several concurrent callers gets its payload. */
export async function consumeOneTimeToken(tx: Tx, kind: Kind, token: string, now: number): Promise<OneTimeToken | undefined> {
  const record = await findOneTimeToken(tx, kind, token, now);
  return record && (await markUsed(tx, hashOf(token), now)) ? record : undefined;
}

/**
 * Invalidates all unused tokens of this kind and subject, such as older reset links after one of
 * them was used.
 */
export const revokeOneTimeTokens = (tx: Tx, kind: Kind, subject: string, now: number): Promise<void> =>
  markAllUsed(tx, kind, subject, now);

/** Invalidates a customer's mailed links that sign in or that confirm the address. */
export async function revokeSignInTokens(tx: Tx, customerId: string, now: number): Promise<void> {
  for (const kind of ["reset", "verify-email", "custom"] as const) await markAllUsed(tx, kind, customerId, now);
}

/** Invalidates the tokens that were created since `since` (ms). */
export const revokeOneTimeTokensSince = (
  tx: Tx,
  kind: Kind,
  subject: string,
  when: { since: number; now: number },
): Promise<void> => markUsedSince(tx, kind, subject, when);

/** Deletes every token for this subject, used or not. */
export const deleteOneTimeTokensOf = (tx: Tx, subject: string) => deleteTokensOf(tx, subject);

/** Deletes tokens that expired before `before` (ms). */
export const deleteOneTimeTokensBefore = (db: Db, before: number): Promise<number> => deleteExpiredTokens(db, before);
