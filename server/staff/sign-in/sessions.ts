import { agentWords } from "../../customers/rules/agent.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { newSecret } from "../../ids.ts";
import { widerNetworkOf } from "../../web/network.ts";
import type { RequestSource } from "../../web/request-source.ts";
import { sessionHash } from "../../web/session.ts";
import {
  findOpenStaffSession,
  insertStaffSession,
  markSessionUsed,
  type OpenStaffSession,
  replaceStaffToken,
} from "./queries/sessions.ts";

const minute = 60_000;
const hour = 60 * minute;

/** How long a session lasts, and how long it may stay unused, in ms. */
export const staffSessionLife = 8 * hour;
const idleLife = hour;

/**
 * The session of a cookie's token, or undefined. The time of its last use is written at most once a
 * minute.
 */
export async function findStaffSession(db: Db, token: string, now: number): Promise<OpenStaffSession | undefined> {
  if (!/^[\w-]{43}$/.test(token)) return undefined;
  const tokenHash = sessionHash(token);
  const session = await findOpenStaffSession(db, tokenHash, { now, usedSince: now - idleLife });
  if (session && now - session.usedAt >= minute) await markSessionUsed(db, tokenHash, now);
  return session;
}

/** Starts a session and returns its token, which only the cookie stores. */
export async function startStaffSession(
  tx: Tx,
  { staffId, source }: { staffId: string; source: RequestSource },
  now: number,
): Promise<string> {
  const token = newSecret();
  await insertStaffSession(tx, {
    token_hash: sessionHash(token),
    staff_id: staffId,
    created_at: now,
    used_at: now,
    expires_at: now + staffSessionLife,
    authenticated_at: now,
    network: source.address === "" ? "" : widerNetworkOf(source.address),
    agent: source.agent === "" ? "" : agentWords(source.agent),
  });
  return token;
}

/**
 * Stores that the holder of a session proved their identity at `now`. Returns the session's new
 * token; undefined if the session has ended meanwhile.
 */
export async function renewStaffSession(tx: Tx, tokenHash: string, now: number): Promise<string | undefined> {
  const token = newSecret();
  return (await replaceStaffToken(tx, { from: tokenHash, to: sessionHash(token) }, now)) ? token : undefined;
}
