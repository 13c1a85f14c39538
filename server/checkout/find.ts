import type { Db, Tx } from "../db/tables.ts";
import { notFound, type Outcome, ok, type Refusal, refuse } from "../outcome.ts";
import { isEmbeddedVisitor, type Visitor } from "../web/visitor.ts";
import { type CheckoutRow, findCheckoutRow, findCopy, lockCheckoutRow } from "./queries/checkouts.ts";
import { hasBoughtLine } from "./queries/lines.ts";
import { hasOpened } from "./queries/phone-orders.ts";
import { isStaffVisitor } from "./staff-visitor.ts";

export type { CheckoutRow } from "./queries/checkouts.ts";

/** Other texts are no checkout's id, and PostgreSQL refuses a query with U+0000. */
export const isPossibleId = (id: string): boolean => id.length <= 128 && !id.includes("\u0000");

/** Whether there is a checkout of this id, whoever's and in any state. */
export const isCheckout = async (reader: Db, id: string): Promise<boolean> =>
  isPossibleId(id) && (await findCheckoutRow(reader, id)) !== undefined;

/**
 * Takes the first lock of the order checkout → promo → variants → counter. Every change of a
 * checkout waits for it.
 */
export const lockCheckout = async (tx: Tx, id: string): Promise<CheckoutRow | undefined> =>
  isPossibleId(id) ? await lockCheckoutRow(tx, id) : undefined;

/** Refusals for a checkout that is being paid, and for one that has become an order. */
export const paying = refuse("paying", "Your payment is still being processed.");
export const completed = refuse("completed", "This order has already been placed.");
/** For whoever holds a customer's checkout, but has no session (any more). */
export const signedOut = refuse("signed_out", "Please sign in to continue.");

/** More sign-ins than move one cart: a bound, as a chain of successors has no circle. */
const maxSuccessors = 20;

type Read = (id: string) => Promise<CheckoutRow | undefined>;

/**
 * A visitor's access to a checkout: the holder; `phone`, who sees a phone order whole;
 * or a reader, who knows a guest's checkout id and sees its lines alone.
 */
export type Access = Outcome<{ as: "holder" | "phone" | "reader"; checkout: CheckoutRow }>;

/** A customer's checkout is that customer's, a guest's the browser's that made it or took it over. */
const isHeldBy = ({ customerId, visitor: holder, takenBy }: CheckoutRow, visitor: Visitor): boolean =>
  customerId === undefined
    ? takenBy === undefined && holder !== undefined && holder === visitor.id
    : customerId === visitor.customerId;

/**
 * A phone order is open to the staff, and to browsers in which its mailed link was opened: its id
 * alone opens nothing. No other checkout is open to the staff.
 */
const isOpenPhoneOrder = async (reader: Db | Tx, { id, takenBy }: CheckoutRow, visitor: Visitor): Promise<boolean> =>
  takenBy !== undefined && (isStaffVisitor(visitor) || (await hasOpened(reader, id, visitor.id)));

/** The checkout that an id stands for to this visitor: their own copy, where they have made one. */
async function namedFor(reader: Db | Tx, read: Read, visitor: Visitor, id: string): Promise<CheckoutRow | undefined> {
  const named = isPossibleId(id) ? await read(id) : undefined;
  if (!named || isHeldBy(named, visitor) || visitor.id === undefined) return named;
  const copyId = await findCopy(reader, id, visitor.id);
  return copyId === undefined ? named : await read(copyId);
}

/** The checkout that one's lines were moved into at a sign-in, or at several; itself where they were not. */
async function lastOf(read: Read, first: CheckoutRow): Promise<CheckoutRow | undefined> {
  let checkout: CheckoutRow | undefined = first;
  for (let followed = 0; checkout?.successorId !== undefined && followed < maxSuccessors; followed += 1)
    checkout = await read(checkout.successorId);
  return checkout;
}

/**
 * Finds the checkout that an id means for a visitor, and the visitor's access to it. Unknown ids and
 * other customers' ids get the same refusal.
 */
export async function accessTo(reader: Db | Tx, read: Read, visitor: Visitor, id: string): Promise<Access> {
  const named = await namedFor(reader, read, visitor, id);
  const last = named && (await lastOf(read, named));
  if (!last) return notFound;
  if (isStaffVisitor(visitor) || last.takenBy !== undefined)
    return (await isOpenPhoneOrder(reader, last, visitor)) ? ifKept("phone", last) : notFound;
  if (isHeldBy(last, visitor)) return ifKept("holder", last);
  if (last.id === named.id) return last.customerId === undefined ? ifKept("reader", last) : closed(visitor);
  // The lines went into a cart that this visitor does not hold: who knows the id reads what was in them before.
  const { state, orderId } = last;
  const isReadable = last.customerId === undefined || (isEmbeddedVisitor(visitor.id) && named.visitor === visitor.id);
  return isReadable
    ? ok({ as: "reader", checkout: state === "completed" ? { ...named, state, orderId } : { ...named, state: "open" } })
    : closed(visitor);
}

const ifKept = (as: "holder" | "phone" | "reader", checkout: CheckoutRow): Access =>
  checkout.state === "abandoned" ? notFound : ok({ as, checkout });

/** A customer's checkout, to somebody else: a session may only be over. */
const closed = ({ customerId }: Visitor): Refusal => (customerId === undefined ? signedOut : notFound);

/** A guest's checkout as others see it. */
const linesAlone = (checkout: CheckoutRow): CheckoutRow => ({
  ...checkout,
  isLinesAlone: true,
  state: checkout.state === "completed" ? "completed" : "open",
  email: "",
  sameAsShipping: true,
  saveForLater: false,
  shippingMethodId: undefined,
  promoId: undefined,
  quoteId: undefined,
  taxAnswer: undefined,
  notice: "",
  orderNote: "",
});

async function findVisible(reader: Db | Tx, read: Read, visitor: Visitor, id: string): Promise<Outcome<CheckoutRow>> {
  const access = await accessTo(reader, read, visitor, id);
  if (!access.ok) return access;
  const { as, checkout } = access.value;
  return ok(as === "reader" ? linesAlone(checkout) : checkout);
}

/** Whether the lines of one checkout are in the other: it is that, or they were moved into it. */
export async function wentInto(tx: Tx, id: string, otherId: string): Promise<boolean> {
  const read: Read = (one) => findCheckoutRow(tx, one);
  const first = await read(id);
  return first !== undefined && (await lastOf(read, first))?.id === otherId;
}

/** Whether the id of one checkout leads this visitor to the other: the lines went there, or are a copy. */
export async function leadsTo(tx: Tx, visitor: Visitor, id: string, otherId: string): Promise<boolean> {
  const named = await namedFor(tx, (one) => findCheckoutRow(tx, one), visitor, id);
  return named !== undefined && (await wentInto(tx, named.id, otherId));
}

/**
 * A checkout in any state but abandoned, for reading; its id may be another, of the successor or a
 * copy. Of a guest's that another browser holds it has the lines alone. A customer's is refused with
 * `signed_out` to whoever has no session.
 */
export const findVisitorCheckout = (reader: Db | Tx, visitor: Visitor, id: string): Promise<Outcome<CheckoutRow>> =>
  findVisible(reader, (one) => findCheckoutRow(reader, one), visitor, id);

/** The same, locked. */
export const lockVisitorCheckout = (tx: Tx, visitor: Visitor, id: string): Promise<Outcome<CheckoutRow>> =>
  findVisible(tx, (one) => lockCheckoutRow(tx, one), visitor, id);

/** Locks the checkout that an id means for a visitor, and returns the visitor's access to it. */
export const lockAccess = (tx: Tx, visitor: Visitor, id: string): Promise<Access> =>
  accessTo(tx, (one) => lockCheckoutRow(tx, one), visitor, id);

/** Refuses a checkout that is being paid, or was. */
export function ifOpen(checkout: CheckoutRow): Outcome<CheckoutRow> {
  if (checkout.state === "paying") return paying;
  return checkout.state === "completed" ? completed : ok(checkout);
}

/** A checkout that the visitor holds and may still change, locked; its id may be another, of the successor. */
export async function lockOpen(tx: Tx, visitor: Visitor, id: string): Promise<Outcome<CheckoutRow>> {
  const access = await lockAccess(tx, visitor, id);
  if (!access.ok) return access;
  return access.value.as === "reader" ? notFound : ifOpen(access.value.checkout);
}

/** Whether a checkout is a cart of this visitor's that something is in, or that is being paid. */
export async function isOwnCart(reader: Db, visitor: Visitor, id: string): Promise<boolean> {
  const access = await accessTo(reader, (one) => findCheckoutRow(reader, one), visitor, id);
  if (!access.ok || access.value.as !== "holder") return false;
  const { checkout } = access.value;
  return checkout.state === "paying" || (checkout.state === "open" && (await hasBoughtLine(reader, checkout.id)));
}
