import type { Db, Tx } from "../db/tables.ts";
import { notFound, type Outcome, ok, refuse } from "../outcome.ts";
import type { Visitor } from "../web/visitor.ts";
import { type CheckoutRow, findCheckoutRow, lockCheckoutRow } from "./queries/checkouts.ts";
import { hasOpened } from "./queries/phone-orders.ts";
import { isStaffVisitor } from "./staff-visitor.ts";

export type { CheckoutRow } from "./queries/checkouts.ts";

/** Other texts are no checkout's id, and PostgreSQL refuses a query with U+0000. */
export const isPossibleId = (id: string): boolean => id.length <= 128 && !id.includes("\u0000");

/** Whether there is a checkout of this id, whoever's and in any state. */
export const isCheckout = async (reader: Db, id: string): Promise<boolean> =>
  isPossibleId(id) && (await findCheckoutRow(reader, id)) !== undefined;

/** Whether a checkout is open and a guest's. */
export async function isOpenGuests(reader: Db, id: string): Promise<boolean> {
  const checkout = await findCheckoutRow(reader, id);
  return checkout?.state === "open" && checkout.customerId === undefined;
}

/**
 * Takes the first lock of the order checkout → promo → variants → counter. Every change of a
 * checkout waits for it.
 */
export const lockCheckout = async (tx: Tx, id: string): Promise<CheckoutRow | undefined> =>
  isPossibleId(id) ? await lockCheckoutRow(tx, id) : undefined;

/**
 * Anybody with a checkout's id may change it, except a customer's: only that customer may
 * (decisions §4).
 */
export const mayAct = ({ customerId }: CheckoutRow, visitor: Visitor): boolean =>
  customerId === undefined || customerId === visitor.customerId;

/** Refusals for a checkout that is being paid, and for one that has become an order. */
export const paying = refuse("paying", "Your payment is still being processed.");
export const completed = refuse("completed", "This order has already been placed.");
/** For whoever holds a customer's checkout, but has no session (any more). */
export const signedOut = refuse("signed_out", "Please sign in to continue.");

/** More sign-ins than move one cart: a bound, as a chain of successors has no circle. */
const maxSuccessors = 20;

type Read = (id: string) => Promise<CheckoutRow | undefined>;

/**
 * A phone order is open to the staff, and to browsers in which its mailed link was opened: its id
 * alone opens nothing. No other checkout is open to the staff.
 */
async function isClosedTo(reader: Db | Tx, { id, takenBy }: CheckoutRow, visitor: Visitor): Promise<boolean> {
  if (isStaffVisitor(visitor)) return takenBy === undefined;
  return takenBy !== undefined && !(await hasOpened(reader, id, visitor.id));
}

/**
 * The checkout of this id, or the one that its lines were moved into at a sign-in. The refusal is
 * the same for an unknown and another's.
 */
async function findVisible(reader: Db | Tx, read: Read, visitor: Visitor, id: string): Promise<Outcome<CheckoutRow>> {
  let checkout = isPossibleId(id) ? await read(id) : undefined;
  for (let followed = 0; checkout?.successorId !== undefined && followed < maxSuccessors; followed += 1)
    checkout = await read(checkout.successorId);
  if (!checkout || (await isClosedTo(reader, checkout, visitor))) return notFound;
  // Whoever knows the id of a cart that was moved into a guest's need not be that guest (adopt.ts).
  if (checkout.id !== id && checkout.customerId === undefined && checkout.visitor !== visitor.id) return notFound;
  if (!mayAct(checkout, visitor)) return visitor.customerId === undefined ? signedOut : notFound;
  return checkout.state === "abandoned" ? notFound : ok(checkout);
}

/** Whether the lines of one checkout were moved into the other at a sign-in, or at several. */
export async function wasLeftFor(tx: Tx, id: string, successorId: string): Promise<boolean> {
  let checkout = await findCheckoutRow(tx, id);
  for (let followed = 0; checkout && followed < maxSuccessors; followed += 1) {
    if (checkout.successorId === undefined || checkout.successorId === successorId) return checkout.successorId !== undefined;
    checkout = await findCheckoutRow(tx, checkout.successorId);
  }
  return false;
}

/**
 * A checkout in any state but abandoned, for reading; its id may be another, of the successor. A
 * customer's is refused with `signed_out` to whoever has no session.
 */
export const findVisitorCheckout = (reader: Db | Tx, visitor: Visitor, id: string): Promise<Outcome<CheckoutRow>> =>
  findVisible(reader, (one) => findCheckoutRow(reader, one), visitor, id);

/** The same, locked. */
export const lockVisitorCheckout = (tx: Tx, visitor: Visitor, id: string): Promise<Outcome<CheckoutRow>> =>
  findVisible(tx, (one) => lockCheckoutRow(tx, one), visitor, id);

/** A checkout that may still be changed, locked; its id may be another, of the successor. */
export async function lockOpen(tx: Tx, visitor: Visitor, id: string): Promise<Outcome<CheckoutRow>> {
  const checkout = await lockVisitorCheckout(tx, visitor, id);
  if (!checkout.ok) return checkout;
  if (checkout.value.state === "paying") return paying;
  return checkout.value.state === "completed" ? completed : checkout;
}
