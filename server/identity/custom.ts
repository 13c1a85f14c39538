import { createOneTimeToken } from "../customers/one-time-tokens.ts";
import { normaliseEmail } from "../customers/rules/email.ts";
import { customerSubject, ownerSource, recordSecurityEvent } from "../customers/security-events.ts";
import type { Db } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { notFound, type Outcome, ok } from "../outcome.ts";
import { findAccountByEmail } from "./queries.ts";

const tenMinutes = 10 * 60_000;

/**
 * Creates a token with which a customer signs in once, within ten minutes. The owner's support
 * creates it by `npm run store -- token EMAIL`.
 */
export const mintCustomToken = (db: Db, email: string, now: number): Promise<Outcome<{ token: string }>> =>
  transactOutcome<Outcome<{ token: string }>>(db, async (tx) => {
    const account = await findAccountByEmail(tx, normaliseEmail(email));
    if (!account || account.disabled_at !== null) return notFound;
    await recordSecurityEvent(tx, customerSubject(account.id), { kind: "sign-in-link-created", source: ownerSource() }, now);
    return ok({ token: await createOneTimeToken(tx, { kind: "custom", subject: account.id, lifetime: tenMinutes }, now) });
  });
