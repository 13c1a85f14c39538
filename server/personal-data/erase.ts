import { abandonCheckoutsOf } from "../checkout/abandon.ts";
import { emptyCheckouts } from "../checkout/queries/expiry.ts";
import { eraseCustomerNow } from "../customers/disable.ts";
import { findByEmail } from "../customers/queries.ts";
import { normaliseEmail } from "../customers/rules/email.ts";
import type { EventSource } from "../customers/security-events.ts";
import { eraseTags } from "../customers/tags.ts";
import type { Db, Tx } from "../db/tables.ts";
import { transact, transactOutcome } from "../db/transaction.ts";
import { deleteFactors, deleteSocialLinks } from "../identity/disable.ts";
import { newId } from "../ids.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { deleteEmailsOf } from "../jobs/outbox.ts";
import { emailsOfNobody } from "../orders/contact.ts";
import { notFound, type Outcome, ok, refuse } from "../outcome.ts";
import { emptyAttempts } from "../payments/expiry.ts";
import {
  anonymizeReviews,
  deleteBySubject,
  deleteJobsWith,
  deleteOfVisitors,
  emailsOfOrders,
  emptyAudit,
  emptyOrders,
  emptyRedemptions,
} from "./queries/erase.ts";
import { addressesOf, eraseMentions, isEmailOfHistory } from "./queries/mentions.ts";
import { findOpenMatters, lockPurchases } from "./queries/open-matters.ts";
import { attemptsOf, findSubject, type SubjectRecords } from "./queries/subject.ts";

/**
 * The account with an email, in any case, and all other data with this email; undefined if there is
 * no such data.
 */
export async function findPerson(reader: Db | Tx, text: string): Promise<SubjectRecords | undefined> {
  const email = normaliseEmail(text);
  const customer = await findByEmail(reader, email);
  const person = await findSubject(reader, { customerId: customer?.id, email });
  const isKnown = customer || person.orders.length > 0 || person.checkoutIds.length > 0;
  // An order whose email was changed may name the former one in its history alone.
  return isKnown || (await isEmailOfHistory(reader, email)) ? person : undefined;
}

/** The person to erase, and the open matters that prevent the erasure. */
export type ErasurePlan = { subject: SubjectRecords; openMatters: string[] };

/** Finds the data that an erasure would affect; changes nothing. */
export async function planErasure(reader: Db | Tx, text: string): Promise<Outcome<ErasurePlan>> {
  const subject = await findPerson(reader, text);
  return subject ? ok({ subject, openMatters: await findOpenMatters(reader, subject) }) : notFound;
}

type EraseInput = { typed: string; source: EventSource; now: number };

/**
 * Erases all stored data of a person, except data that the accounting needs, in one transaction,
 * and then the emails in the outbox folder. Refuses with words while an order or its money is open.
 */
export async function erasePerson(db: Db, dataDir: string, { typed, source, now }: EraseInput): Promise<Outcome<SubjectRecords>> {
  let addresses: readonly string[] = [];
  const outcome = await transactOutcome<Outcome<SubjectRecords>>(db, async (tx) => {
    const person = await findPerson(tx, typed);
    if (!person) return notFound;
    await lockPurchases(tx, person);
    // The plan is made again, since an order or a refund may have been created before the lock.
    const plan = await planErasure(tx, typed);
    if (!plan.ok) return plan;
    const { subject, openMatters } = plan.value;
    if (openMatters.length > 0) return refuse("failed", openMatters.join("\n"));
    addresses = await addressesOf(tx, subject);
    await eraseSubject(tx, subject, { addresses, source, now });
    return ok(subject);
  });
  if (outcome.ok) await deleteEmailsOf(dataDir, addresses);
  return outcome;
}

const day = 24 * 3_600_000;

/** Enqueues a later erasure of an account's orders. The disabled account itself is erased now. */
export const enqueueOrderErasure = (tx: Tx, customerId: string, runAt: number, now: number): Promise<void> =>
  enqueue(tx, { kind: "erase-orders", subject: newId(), payload: { customerId }, runAt }, now);

/**
 * Erases the customer's remaining data in the orders of an erased account. Runs again a day later
 * if an order is neither shipped nor canceled, or if its money is moving.
 */
export const eraseOrders = (db: Db, customerId: string, now: number): Promise<void> =>
  transact(db, async (tx) => {
    const account = { customerId, email: undefined };
    await lockPurchases(tx, await findSubject(tx, account));
    const subject = await findSubject(tx, account);
    if ((await findOpenMatters(tx, subject)).length > 0) return await enqueueOrderErasure(tx, customerId, now + day, now);
    await emptyPurchases(tx, subject, now);
    await anonymizeReviews(tx, { customerId: customerId, orderIds: subject.orders.map(({ id }) => id), now });
  });

/** Empties the personal values of orders and checkouts; the values for the accounting stay. */
export async function emptyPurchases(tx: Tx, subject: SubjectRecords, now: number): Promise<void> {
  const { orders, checkoutIds, visitors } = subject;
  await emptyCheckouts(tx, checkoutIds);
  await emptyAttempts(tx, await attemptsOf(tx, checkoutIds), now);
  const orderIds = orders.map(({ id }) => id);
  await eraseTagsOf(tx, subject, await addressesOf(tx, subject));
  await emptyOrders(tx, orderIds, now);
  // The audit names a guest, and an order's contact, by the order's number.
  const guestKeys = orders.flatMap(({ number }) => [`guest-${number}`, `order-${number}`]);
  await emptyAudit(tx, [...(subject.customerId ? [subject.customerId] : []), ...orderIds, ...checkoutIds, ...guestKeys], now);
  await emptyRedemptions(tx, subject);
  await deleteOfVisitors(tx, visitors);
}

/** Erases the tags of a person's addresses, and of the orders' emails, that nobody else has. */
async function eraseTagsOf(tx: Tx, { customerId, orders }: SubjectRecords, addresses: readonly string[]): Promise<void> {
  const orderIds = orders.map(({ id }) => id);
  const emails = [...new Set([...addresses, ...(await emailsOfOrders(tx, orderIds))])];
  await eraseTags(tx, await emailsOfNobody(tx, emails, { customerId, orderIds }));
}

/**
 * Erases mentions of a customer's addresses outside the customer's own rows, and the tags of those
 * that nobody else has; returns the addresses.
 */
export async function eraseMentionsOf(tx: Tx, customerId: string, now: number): Promise<readonly string[]> {
  const addresses = await addressesOf(tx, { customerId, email: undefined });
  await eraseMentions(tx, addresses, now);
  await eraseTags(tx, await emailsOfNobody(tx, addresses, { customerId, orderIds: [] }));
  return addresses;
}

type SubjectInput = Omit<EraseInput, "typed"> & { addresses: readonly string[] };

/** Erases a person's data. All code locks checkouts before the customer. */
async function eraseSubject(tx: Tx, subject: SubjectRecords, { addresses, source, now }: SubjectInput): Promise<void> {
  const { customerId, orders, checkoutIds } = subject;
  const orderIds = orders.map(({ id }) => id);
  if (customerId !== undefined) await abandonCheckoutsOf(tx, customerId, now);
  await emptyPurchases(tx, subject, now);
  await anonymizeReviews(tx, { customerId, orderIds, now });
  if (customerId !== undefined) {
    await deleteSocialLinks(tx, customerId);
    await deleteFactors(tx, customerId);
  }
  const subjectIds = [...(customerId ? [customerId] : []), ...orderIds];
  await deleteBySubject(tx, [...subjectIds, ...checkoutIds]);
  await deleteJobsWith(tx, subjectIds);
  await eraseMentions(tx, addresses, now);
  // This comes last, since it enqueues the job that deletes the picture's file.
  if (customerId !== undefined) await eraseCustomerNow(tx, { customerId, source, now });
}
