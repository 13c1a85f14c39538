import { z } from "zod";
import {
  countEventsSince,
  customerSource,
  customerSubject,
  type EventSource,
  recordSecurityEvent,
} from "../customers/security-events.ts";
import type { Db } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import { newId } from "../ids.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { widerNetworkOf } from "../web/network.ts";
import { findAccountByEmail } from "./queries.ts";

const hour = 3_600_000;

/** More of an account's in an hour are in the log alone: strangers can cause them. */
const mostInHour = 20;

/**
 * Logs a wrong password, and enqueues a job that adds it to the trail of the account, if there is
 * one: like this the answer takes as long for an email without an account. `email` is normalised.
 */
export async function reportFailedSignIn(
  db: Db,
  { email, source: { origin, log } }: { email: string; source: EventSource },
  now: number,
): Promise<void> {
  log?.info({ event: "sign-in-failed", request: origin.requestId }, "security event");
  const { agent, requestId } = origin;
  const payload = { email, address: widerNetworkOf(origin.address), agent: agent.slice(0, 200), requestId, at: now };
  await transact(db, (tx) => enqueue(tx, { kind: "sign-in-failed", subject: newId(), payload }, now));
}

const failedSignIn = z.object({
  email: z.string(),
  address: z.string(),
  agent: z.string(),
  requestId: z.string(),
  at: z.number(),
});

/** Adds a failed sign-in to the trail, unless there are many already. */
export async function recordFailedSignIn(db: Db, payload: unknown): Promise<void> {
  const { email, at, ...origin } = failedSignIn.parse(payload);
  const account = await findAccountByEmail(db, email);
  if (!account || account.disabled_at !== null) return;
  const subject = customerSubject(account.id);
  if ((await countEventsSince(db, subject, "sign-in-failed", at - hour)) >= mostInHour) return;
  const event = { kind: "sign-in-failed" as const, source: customerSource(origin), detail: "Password" };
  await transact(db, (tx) => recordSecurityEvent(tx, subject, event, at));
}
