import { z } from "zod";
import type { SecurityEventKind } from "../customers/rules/security-events.ts";
import {
  countEventsSince,
  customerSource,
  customerSubject,
  type EventSource,
  recordSecurityEvent,
  shopSource,
} from "../customers/security-events.ts";
import type { Db } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import { newId } from "../ids.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { widerNetworkOf } from "../web/network.ts";
import { freeOfEmail } from "./limits.ts";
import { findAccountByEmail } from "./queries.ts";

const hour = 3_600_000;

/**
 * The most failures in an hour in an account's trail. Further failures are only logged, since
 * strangers can cause them.
 */
const mostInHour = 20;

/**
 * Logs a wrong password, and enqueues a job that adds it to the account's trail, if there is an
 * account. The answer takes equally long for an email without an account. `email` is normalised.
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

/**
 * Adds a failed sign-in to the account's trail, unless the trail has many from the last hour. If
 * this failure uses up the email's free tries, it also records, at most once an hour, that the next
 * sign-in takes a proof of work.
 */
export async function recordFailedSignIn(db: Db, payload: unknown): Promise<void> {
  const { email, at, ...origin } = failedSignIn.parse(payload);
  const account = await findAccountByEmail(db, email);
  if (!account || account.disabled_at !== null) return;
  const subject = customerSubject(account.id);
  const count = (kind: SecurityEventKind, since: number) => countEventsSince(db, subject, kind, since);
  if ((await count("sign-in-failed", at - hour)) >= mostInHour) return;
  const isLast = (await count("sign-in-failed", at - freeOfEmail.within)) + 1 >= freeOfEmail.free;
  const isLimited = isLast && (await count("sign-in-limited", at - hour)) === 0;
  const source = customerSource(origin);
  await transact(db, async (tx) => {
    await recordSecurityEvent(tx, subject, { kind: "sign-in-failed", source, detail: "Password" }, at);
    if (isLimited) await recordSecurityEvent(tx, subject, { kind: "sign-in-limited", source: shopSource() }, at);
  });
}
