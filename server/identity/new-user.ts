import { normaliseEmail } from "../customers/rules/email.ts";
import { customerSubject, type EventSource, recordSecurityEvent } from "../customers/security-events.ts";
import { isReserved } from "../customers/undo.ts";
import type { Tx } from "../db/tables.ts";
import { isDuplicate, transactOutcome } from "../db/transaction.ts";
import { newId } from "../ids.ts";
import { invalidFields, type Outcome, ok, refuse } from "../outcome.ts";
import { enqueueAttachOrders } from "./confirm.ts";
import { reportFailedSignIn } from "./failed-sign-in.ts";
import { limited } from "./limits.ts";
import { mailLinked, mailVerification } from "./mails.ts";
import type { Identity, Requester } from "./parts.ts";
import { type AccountRow, insertAccount, lockAccount, markVerified } from "./queries.ts";
import { failureWords } from "./social/failures.ts";
import { insertLink, type SocialReturnRow, setReturnCustomer } from "./social/queries.ts";
import { findReturn, returnLife, returnStatus } from "./social/returned.ts";

type NewUser = {
  /** the id of the person's account at the provider */
  id: string;
  first_name: string;
  last_name: string;
  gender: string;
  birthday: string;
  /**
   * the password of the existing customer with the same email, if it must be proven that they are
   * the same person
   */
  password?: string | undefined;
  /** the token of the page after the return, which tells several tabs apart */
  token?: string | undefined;
  /** a solved challenge, if many passwords were wrong lately */
  work?: string | undefined;
};

const another = refuse("not_found", failureWords("lost") ?? "");
const signInExpired = refuse("sign_in_expired", failureWords("lost") ?? "");
const reserved = refuse(
  "email_taken",
  "Another account had this email address until lately, and may still take it back. Please try again in a week.",
);
const closed = refuse("account_closed", failureWords("closed") ?? "");

/** The refusal that makes the page ask for the password; the page recognises its code. */
const passwordWanted = (email: string) =>
  refuse("password", `An account with ${email} already exists. Please enter its password.`);
const wrongPassword = invalidFields([{ field: "password", message: "That’s not the password for that account." }]);

/**
 * Finds the customer of a social sign-in by the link, links a customer by the email, or creates a
 * customer (requirement 186). The stored return proves the sign-in, and only the holder of the
 * flow's cookie can use it. A repeated call has the same outcome.
 */
export async function newUser(identity: Identity, asker: Requester, form: NewUser): Promise<Outcome<SocialReturnRow>> {
  const { db, now, secret, demo, notifyWorker } = identity;
  const { flows } = asker;
  const row = await findReturn(db, secret, { flows, subject: form.id, token: form.token, now: now() });
  if (!row) return (await findReturn(db, secret, { flows, now: now() })) ? another : signInExpired;
  const status = row.customer_id === null ? await returnStatus(db, row, demo) : undefined;
  const proven = status?.kind === "asked" ? await checkPassword(identity, asker, status.account.email_norm, form) : ok(undefined);
  if (!proven.ok) return proven;
  const createOnce = () => openOrLinkCustomer(identity, asker, { typed: form, proven: proven.value, flow: row.visitor });
  // If two windows send the form at the same moment, the second finds the customer that the first
  // has created.
  const customer = await createOnce().catch((error: unknown) => (isDuplicate(error) ? createOnce() : Promise.reject(error)));
  notifyWorker();
  return customer;
}

/** The customer to whom the given password belongs. Failures count as they do at the sign-in. */
async function checkPassword(
  identity: Identity,
  { address, deviceSecrets, source }: Requester,
  email: string,
  { password = "", work }: NewUser,
): Promise<Outcome<string>> {
  const { db, now, provider } = identity;
  if (password === "") return passwordWanted(email);
  const checked = await limited(identity, { mail: email, address, deviceSecrets, work }, () => provider.check(email, password));
  if (checked.ok) return ok(checked.value.customerId);
  if (checked.code !== "wrong_credentials") return checked;
  await reportFailedSignIn(db, { email, source }, now());
  return wrongPassword;
}

const openOrLinkCustomer = (
  { db, now, secret, demo }: Identity,
  { visitor, source }: Requester,
  { typed, proven, flow }: { typed: NewUser; proven: string | undefined; flow: string },
) =>
  transactOutcome<Outcome<SocialReturnRow>>(db, async (tx) => {
    const row = await findReturn(tx, secret, { flows: [flow], subject: typed.id, now: now() });
    if (!row) return signInExpired;
    if (row.customer_id !== null) return ok(row);
    const { kind, account } = await returnStatus(tx, row, demo);
    // The address is reserved for its earlier holder, who may undo its change (customers/undo.ts).
    if (kind === "new" && (await isReserved(tx, normaliseEmail(row.email), "", now()))) return reserved;
    if (kind === "closed") return closed;
    if (kind === "asked" && account.id !== proven) return passwordWanted(account.email_norm);
    const customerId = account?.id ?? (await createCustomer(tx, { row, visitor: visitor.id, typed, source }, now()));
    if (account && kind !== "linked" && !(await mayLink(tx, account, row, source, now()))) return signInExpired;
    if (kind !== "linked")
      await insertLink(tx, { provider: row.provider, subject: row.subject, customer_id: customerId, created_at: now() });
    if (kind === "asked" && row.email_verified === 1) await provenMailbox(tx, account, now());
    await setReturnCustomer(tx, row.visitor, customerId);
    return ok({ ...row, customer_id: customerId });
  });

/**
 * Whether the account may be linked; mails its holder if so. A return is invalid once all sessions
 * were ended after it.
 */
async function mayLink(
  tx: Tx,
  { id, email }: AccountRow,
  row: SocialReturnRow,
  source: EventSource,
  now: number,
): Promise<boolean> {
  const account = await lockAccount(tx, id);
  if (!account || row.expires_at - returnLife < account.signed_out_at) return false;
  await recordSecurityEvent(tx, customerSubject(id), { kind: "social-linked", source, detail: row.label }, now);
  await mailLinked(tx, { customerId: id, email }, row.label, now);
  return true;
}

/**
 * Marks the email, which the provider has verified, as verified: the orders that a guest placed
 * with it become the customer's.
 */
async function provenMailbox(tx: Tx, account: Pick<AccountRow, "id" | "email_norm">, now: number): Promise<void> {
  await markVerified(tx, account.id);
  await enqueueAttachOrders(tx, account, now);
}

/** Creates a customer without a password; a mailed link may set one later. */
async function createCustomer(
  tx: Tx,
  { row, visitor, typed, source }: { row: SocialReturnRow; visitor: string; typed: NewUser; source: EventSource },
  now: number,
): Promise<string> {
  const { first_name, last_name, gender, birthday } = typed;
  const account = { id: newId(), email: row.email, email_norm: normaliseEmail(row.email) };
  const nothing = { password_hash: null, avatar: null, pending_email: null, disabled_at: null };
  const profile = { first_name, last_name, gender, birthday };
  const demo = row.provider.startsWith("demo-") ? 1 : 0;
  await insertAccount(tx, { ...account, ...profile, ...nothing, demo, created_at: now });
  await recordSecurityEvent(tx, customerSubject(account.id), { kind: "account-created", source, detail: row.label }, now);
  if (row.email_verified === 1) await provenMailbox(tx, account, now);
  else await mailVerification(tx, { customerId: account.id, email: row.email, visitor }, now);
  return account.id;
}
