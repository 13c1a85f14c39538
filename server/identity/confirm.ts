import { confirmNewEmail, takenMeanwhile } from "../customers/change-email.ts";
import { rememberDevice, type SignedInDevice } from "../customers/known-devices.ts";
import { consumeOneTimeToken, findOneTimeToken } from "../customers/one-time-tokens.ts";
import { mailLimit } from "../customers/rate-limits.ts";
import { customerSubject, recordSecurityEvent } from "../customers/security-events.ts";
import { setSessionDevice } from "../customers/sessions.ts";
import type { Db, Tx } from "../db/tables.ts";
import { transact, transactOutcome } from "../db/transaction.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { type Outcome, ok, refuse } from "../outcome.ts";
import type { Visitor } from "../web/visitor.ts";
import { mailVerification } from "./mails.ts";
import type { Identity, Requester } from "./parts.ts";
import { type AccountRow, findAccount, markVerified } from "./queries.ts";

const linkExpired = refuse("link_expired", "This link was already used or has expired.");
const stranger = refuse("signed_out", "Please sign in first so we know the account is yours.");

/**
 * Enqueues the job that gives a verified customer the orders that a guest placed with the email. It
 * is a job since orders belong to another feature.
 */
export const enqueueAttachOrders = (tx: Tx, account: Pick<AccountRow, "id" | "email_norm">, now: number): Promise<void> =>
  enqueue(
    tx,
    { kind: "attach-orders", subject: `${account.id}:${account.email_norm}`, payload: { customerId: account.id } },
    now,
  );

type ConfirmResult = {
  email: string;
  /** the customer whose sessions ended because the address was changed */
  ended?: string;
  /** this browser, if it is signed in to the account; the account knows it from now on */
  device?: SignedInDevice | undefined;
};

/** The browser that follows the link. */
type Asker = Pick<Requester, "visitor" | "deviceSecrets" | "source">;

type ConfirmParts = Pick<Identity, "db" | "now">;

/**
 * The mailed link verifies the address and gives the customer the orders that a guest placed with
 * it. The link works only in the browser that requested it, or for the customer who is signed in.
 * Otherwise the holder of a mailbox could confirm the account of a stranger who typed that address,
 * and the stranger would see the holder's orders.
 */
export async function confirmEmail(
  { db, now, notifyWorker }: ConfirmParts & Pick<Identity, "notifyWorker">,
  token: string,
  asker: Asker,
): Promise<Outcome<ConfirmResult>> {
  const outcome = await transactOutcome<Outcome<ConfirmResult>>(db, async (tx) => {
    const link = await findConfirmLink({ db: tx, now }, token, asker.visitor);
    if (link === "lapsed") return linkExpired;
    if (link === "another's") return stranger;
    return (await confirmNewEmail(tx, token, asker.source, now())) ?? (await verifyAccount(tx, token, asker, now()));
  }).catch(takenMeanwhile);
  notifyWorker();
  return outcome;
}

/** The state of the link for this visitor. Only looks: the link can still be used afterwards. */
export async function findConfirmLink(
  { db, now }: { db: Db | Tx; now: () => number },
  token: string,
  { id, customerId }: Visitor,
): Promise<"good" | "another's" | "lapsed"> {
  const once =
    (await findOneTimeToken(db, "verify-email", token, now())) ?? (await findOneTimeToken(db, "change-email", token, now()));
  if (!once) return "lapsed";
  const isRequester = id !== undefined && once.payload.visitor === id;
  return isRequester || once.subject === customerId ? "good" : "another's";
}

/**
 * Mails another link for an address that is not confirmed yet; does nothing for a confirmed
 * address.
 */
export async function requestConfirmation(
  { db, now, notifyWorker }: ConfirmParts & Pick<Identity, "notifyWorker">,
  { id: visitor, customerId }: Visitor & { customerId: string },
): Promise<Outcome<Record<string, never>>> {
  const account = await findAccount(db, customerId);
  if (!account || account.email_verified === 1) return ok({});
  const tooMany = await mailLimit(db, "verify-email", customerId, now());
  if (tooMany) return tooMany;
  await transact(db, (tx) => mailVerification(tx, { customerId, email: account.email, visitor }, now()));
  notifyWorker();
  return ok({});
}

/**
 * Makes the signed-in browser known to the account. The sign-in could not do so before the address
 * was confirmed.
 */
async function knowBrowser(
  tx: Tx,
  customerId: string,
  { visitor, deviceSecrets }: Asker,
  now: number,
): Promise<SignedInDevice | undefined> {
  if (visitor.customerId !== customerId || visitor.session === undefined) return undefined;
  const device = await rememberDevice(tx, { customerId, secrets: deviceSecrets }, now);
  await setSessionDevice(tx, visitor.session, device.hash);
  return device;
}

async function verifyAccount(tx: Tx, token: string, asker: Asker, now: number): Promise<Outcome<ConfirmResult>> {
  const once = await consumeOneTimeToken(tx, "verify-email", token, now);
  const account = once && (await findAccount(tx, once.subject));
  if (!account || account.disabled_at !== null || account.email !== once.payload.email) return linkExpired;
  await markVerified(tx, account.id);
  await recordSecurityEvent(tx, customerSubject(account.id), { kind: "email-confirmed", source: asker.source }, now);
  await enqueueAttachOrders(tx, account, now);
  return ok({ email: account.email, device: await knowBrowser(tx, account.id, asker, now) });
}
