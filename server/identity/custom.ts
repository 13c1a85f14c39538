import { createOneTimeToken } from "../customers/one-time-tokens.ts";
import { normaliseEmail } from "../customers/rules/email.ts";
import type { Db } from "../db/tables.ts";
import { notFound, type Outcome, ok } from "../outcome.ts";
import { findAccountByEmail } from "./queries.ts";

const tenMinutes = 10 * 60_000;

/**
 * A token by which a customer signs in once, within ten minutes: for the owner's support, by
 * `npm run store -- token EMAIL`.
 */
export async function mintCustomToken(db: Db, email: string, now: number): Promise<Outcome<{ token: string }>> {
  const account = await findAccountByEmail(db, normaliseEmail(email));
  if (!account || account.disabled_at !== null) return notFound;
  return ok({ token: await createOneTimeToken(db, { kind: "custom", subject: account.id, lifetime: tenMinutes }, now) });
}
