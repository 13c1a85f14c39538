import { createHash } from "node:crypto";
import { z } from "zod";
import { consumeOneTimeToken, createOneTimeToken, findOneTimeToken, revokeOneTimeTokens } from "../customers/one-time-tokens.ts";
import { strangersMailLimit } from "../customers/rate-limits.ts";
import { normaliseEmail } from "../customers/rules/email.ts";
import { customerSubject, recordSecurityEvent } from "../customers/security-events.ts";
import type { Db } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import { newId } from "../ids.ts";
import { invalidFields, type Outcome, ok, refuse } from "../outcome.ts";
import { sign, signaturesOf } from "../secrets.ts";
import type { Visitor } from "../web/visitor.ts";
import { enqueueAttachOrders } from "./confirm.ts";
import { limitedInside } from "./limits.ts";
import { mailSignUp } from "./mails.ts";
import type { Identity, Requester } from "./parts.ts";
import { type Registration, registrationErrors, tidied } from "./sign-up.ts";
import { passwordWay, signToken } from "./signed.ts";

const day = 24 * 3_600_000;

const linkExpired = refuse(
  "link_expired",
  "This link was already used or is more than a day old. Please fill in the form again.",
);

const pendingAccount = z.object({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  sealed: z.string(),
  next: z.string().optional(),
  /** the browser that requested the account */
  visitor: z.string().optional(),
});
export type PendingAccount = z.output<typeof pendingAccount>;

const signedText = (pending: string): string => `sign-up-letter:${pending}`;

/**
 * The token of a pending account's link; undefined once it is used or expired. It is derived from
 * the account's id, so neither the database nor a job stores it. It may be signed with an older
 * secret of the shop.
 */
export async function pendingToken(reader: Db, secret: string, pending: string, now: number): Promise<string | undefined> {
  for (const token of signaturesOf(secret, signedText(pending)))
    if (await findOneTimeToken(reader, "sign-up", token, now)) return token;
  return undefined;
}

/**
 * Requests a sign-up without scripts, and therefore without a bot check: the account waits for the
 * mailed link. The answer and its time are the same for an email that has an account: a job checks
 * this, and its email says so.
 */
export async function requestSignUp(
  { db, now, provider, secret, notifyWorker }: Identity,
  { visitor, address }: Requester,
  { next, ...typed }: Registration & { next: string | undefined },
): Promise<Outcome<{ email: string }>> {
  const registration = tidied(typed);
  const errors = await registrationErrors(registration);
  if (errors.length > 0) return invalidFields(errors);
  const { email, firstName, lastName, password } = registration;
  const mail = normaliseEmail(email);
  const tooMany = await strangersMailLimit(db, "sign-up", { mail, address }, now());
  if (tooMany) return tooMany;
  const sealed = await provider.seal(password);
  const waiting: PendingAccount = { email, firstName, lastName, sealed, visitor: visitor.id, ...(next && { next }) };
  const pending = newId();
  const token = sign(secret, signedText(pending));
  const once = { kind: "sign-up" as const, subject: mail, payload: waiting, lifetime: day, token };
  await transact(db, async (tx) => {
    await createOneTimeToken(tx, once, now());
    await mailSignUp(tx, pending, email, now());
  });
  notifyWorker();
  return ok({ email });
}

/** Whether this browser requested the account. */
export const isRequester = (pending: PendingAccount, { id }: Pick<Visitor, "id">): boolean =>
  pending.visitor !== undefined && pending.visitor === id;

/** The pending account of a mailed link; the link is not used. */
export async function findPending({ db, now }: Identity, token: string): Promise<PendingAccount | undefined> {
  const once = await findOneTimeToken(db, "sign-up", token, now());
  return once && pendingAccount.parse(once.payload);
}

const passwordWanted = invalidFields([{ field: "password", message: "Enter the password you chose." }]);
const wrongPassword = invalidFields([{ field: "password", message: "That’s not the password you chose." }]);

/**
 * Checks that the person who follows the link requested it: the browser is the same, or the
 * password is right. Otherwise the mailbox's holder would open an account whose password a stranger
 * knows.
 */
async function checkRequester(
  identity: Identity,
  { visitor }: Requester,
  pending: PendingAccount,
  { token, password }: { token: string; password: string },
): Promise<Outcome<unknown>> {
  if (isRequester(pending, visitor)) return ok(undefined);
  if (password === "") return passwordWanted;
  const link = createHash("sha256").update(`sign-up-link:${token}`).digest("hex");
  return await limitedInside(identity, link, async () =>
    (await identity.provider.opens(pending.sealed, password)) ? ok(undefined) : wrongPassword,
  );
}

/** Opens the pending account and signs in. Following the link verifies the address. */
export async function finishSignUp(
  identity: Identity,
  asker: Requester,
  { token, password }: { token: string; password: string },
): Promise<Outcome<{ token: string; next: string | undefined }>> {
  const { db, now, provider, secret, notifyWorker } = identity;
  const pending = await findPending(identity, token);
  if (!pending) return linkExpired;
  const proven = await checkRequester(identity, asker, pending, { token, password });
  if (!proven.ok) return proven;
  const { next, visitor, ...account } = pending;
  // The second of two concurrent requests is refused: an email has at most one account.
  const created = await provider.create({ ...account, verified: true });
  if (!created.ok) return refuse("email_taken", created.errors?.[0]?.message ?? created.error);
  const { customerId } = created.value;
  const mail = normaliseEmail(account.email);
  await transact(db, async (tx) => {
    await consumeOneTimeToken(tx, "sign-up", token, now());
    await revokeOneTimeTokens(tx, "sign-up", mail, now());
    await enqueueAttachOrders(tx, { id: customerId, email_norm: mail }, now());
    await recordSecurityEvent(tx, customerSubject(customerId), { kind: "account-created", source: asker.source }, now());
  });
  notifyWorker();
  return ok({ token: signToken(secret, { customerId, visitor: asker.visitor.id, way: passwordWay }, now()), next });
}
