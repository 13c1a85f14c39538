import type { Db, Tx } from "../db/tables.ts";
import { newSecret } from "../ids.ts";
import { sessionHash, sessionLife } from "../web/session.ts";
import type { SessionIdentity } from "../web/visitor.ts";
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOf,
  findOpenSession,
  findSessions,
  insertSession,
  replaceSessionToken,
  type SessionRow,
  updateSessionDevice,
} from "./queries/sessions.ts";

/** The browser that gets the session: its visitor id, and its known device. */
type IssuedTo = { visitor: string; device?: string };

/** When and by which visitor a session is used, and whether demo customers may have a session. */
type SessionUse = { now: number; demo: boolean; visitor: string | undefined };

/**
 * The customer of a valid session token; undefined if the token was issued to another visitor. Also
 * undefined for a disabled customer, and for a demo customer if `demo` is false.
 */
export async function findSession(db: Db, token: string, use: SessionUse): Promise<SessionIdentity | undefined> {
  if (!/^[\w-]{43}$/.test(token)) return undefined;
  const tokenHash = sessionHash(token);
  const session = await findOpenSession(db, tokenHash, use);
  if (!session) return undefined;
  return session.visitor === use.visitor
    ? { customerId: session.customerId, tokenHash, authenticatedAt: session.authenticatedAt }
    : undefined;
}

/**
 * The time in ms for which a proof of identity counts as recent. A sensitive change needs a recent
 * proof.
 */
const recent = 10 * 60_000;

/** Whether the last proof of a session is recent. */
export const isRecentProof = (authenticatedAt: number | undefined, now: number): boolean =>
  authenticatedAt !== undefined && now - authenticatedAt < recent;

/**
 * Records a proof for a session at `now` and returns its new token, so that a stolen copy of the
 * old token is invalid. Undefined if the session has ended meanwhile.
 */
export async function renewSession(
  tx: Tx,
  { customerId, tokenHash }: { customerId: string; tokenHash: string },
  now: number,
): Promise<string | undefined> {
  const token = newSecret();
  const replaced = await replaceSessionToken(tx, { customerId, from: tokenHash, to: sessionHash(token) }, now);
  return replaced ? token : undefined;
}

/**
 * Starts a session of 7 days and returns its token, which only the customer's cookie stores
 * (requirement 191).
 */
export async function startSession(
  tx: Tx,
  customerId: string,
  agent: string,
  now: number,
  { visitor, device }: IssuedTo,
): Promise<string> {
  const token = newSecret();
  await insertSession(tx, {
    token_hash: sessionHash(token),
    customer_id: customerId,
    created_at: now,
    expires_at: now + sessionLife,
    agent: agent.slice(0, 200),
    visitor,
    authenticated_at: now,
    device: device ?? null,
  });
  return token;
}

/** Sets a session's device, after its browser became a known device. */
export const setSessionDevice = (tx: Tx, tokenHash: string, device: string): Promise<void> =>
  updateSessionDevice(tx, tokenHash, device);

/** Ends one session: its cookie is invalid from then on. */
export const endSession = (tx: Db | Tx, tokenHash: string): Promise<void> => deleteSession(tx, tokenHash);

/**
 * Ends all sessions of a customer. A sign-in that has already begun is refused as well
 * (identity/verify.ts).
 */
export const endSessions = (tx: Tx, customerId: string, now: number): Promise<void> => deleteSessionsOf(tx, customerId, now);

/** A customer's valid sessions, the newest first. */
export const listSessions = (reader: Db | Tx, customerId: string, now: number): Promise<SessionRow[]> =>
  findSessions(reader, customerId, now);

/**
 * An id that the customer's pages may show for a session; it can only be used to end that session.
 */
export const sessionId = (tokenHash: string): string => sessionHash(`id:${tokenHash}`).slice(0, 32);

/**
 * Ends the session with this id and returns it; undefined if this customer has no such open
 * session.
 */
export async function endSessionOf(tx: Tx, customerId: string, id: string, now: number): Promise<SessionRow | undefined> {
  const session = (await findSessions(tx, customerId, now)).find(({ tokenHash }) => sessionId(tokenHash) === id);
  if (session) await deleteSession(tx, session.tokenHash);
  return session;
}

/** Deletes sessions that expired before `before` (ms). */
export const deleteSessionsBefore = (db: Db, before: number): Promise<number> => deleteExpiredSessions(db, before);
