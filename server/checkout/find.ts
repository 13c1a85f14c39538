import type { Db, Tx } from "../db/tables.ts";
import { notFound, type Outcome, ok, type Refusal, refuse } from "../outcome.ts";
import { isEmbeddedVisitor, type Visitor } from "../web/visitor.ts";
import { type CheckoutRow, findCheckoutRow, findCopy, lockCheckoutRow } from "./queries/checkouts.ts";
import { hasBoughtLine } from "./queries/lines.ts";
import { hasOpened } from "./queries/phone-orders.ts";
import { isStaffVisitor } from "./staff-visitor.ts";

export type { CheckoutRow } from "./queries/checkouts.ts";

/** Whether a text may be an id: PostgreSQL refuses a query with U+0000. */
export const isPossibleId = (id: string): boolean => id.length <= 128 && !id.includes("\u0000");

/** Whether a checkout with this id exists, of any visitor and in any state. */
export const isCheckout = async (reader: Db, id: string): Promise<boolean> =>
  isPossibleId(id) && (await findCheckoutRow(reader, id)) !== undefined;

/**
 * Takes the first lock in the order checkout → promo → variants → counter. Every change of a
 * checkout waits for it.
 */
export const lockCheckout = async (tx: Tx, id: string): Promise<CheckoutRow | undefined> =>
  isPossibleId(id) ? await lockCheckoutRow(tx, id) : undefined;

/** Refusals for a checkout that is being paid, and for one that has become an order. */
export const paying = refuse("paying", "Your payment is still being processed.");
export const completed = refuse("completed", "This order has already been placed.");
/** The refusal for a visitor who has no session and names a customer's checkout. */
export const signedOut = refuse("signed_out", "Please sign in to continue.");

/** The most successors to follow; sign-ins move a cart fewer times than this. */
const maxSuccessors = 20;

type ReadCheckout = (id: string) => Promise<CheckoutRow | undefined>;

/**
 * A visitor's access to a checkout. `holder`: may change it. `phone`: sees the whole phone order.
 * `reader`: knows a guest's checkout id and sees only its lines.
 */
export type Access = Outcome<{ as: "holder" | "phone" | "reader"; checkout: CheckoutRow }>;

/**
 * Whether the visitor holds the checkout. The customer holds a customer's checkout; the browser
 * that made it or took it over holds a guest's.
 */
const isHeldBy = ({ customerId, visitor: holder, takenBy }: CheckoutRow, visitor: Visitor): boolean =>
  customerId === undefined
    ? takenBy === undefined && holder !== undefined && holder === visitor.id
    : customerId === visitor.customerId;

/**
 * Whether a phone order is open to this visitor: to the staff, and to browsers that opened its
 * mailed link. Its id alone opens nothing. The staff see no other checkout.
 */
const isOpenPhoneOrder = async (reader: Db | Tx, { id, takenBy }: CheckoutRow, visitor: Visitor): Promise<boolean> =>
  takenBy !== undefined && (isStaffVisitor(visitor) || (await hasOpened(reader, id, visitor.id)));

/**
 * The checkout that an id means to this visitor: their own copy, or else the checkout with the id.
 */
async function findNamedCheckout(
  reader: Db | Tx,
  read: ReadCheckout,
  visitor: Visitor,
  id: string,
): Promise<CheckoutRow | undefined> {
  const checkout = isPossibleId(id) ? await read(id) : undefined;
  if (!checkout || isHeldBy(checkout, visitor) || visitor.id === undefined) return checkout;
  const copyId = await findCopy(reader, id, visitor.id);
  return copyId === undefined ? checkout : await read(copyId);
}

/**
 * The last checkout that the lines moved into at sign-ins; the checkout itself if they did not
 * move.
 */
async function lastOf(read: ReadCheckout, first: CheckoutRow): Promise<CheckoutRow | undefined> {
  let checkout: CheckoutRow | undefined = first;
  for (let followed = 0; checkout?.successorId !== undefined && followed < maxSuccessors; followed += 1)
    checkout = await read(checkout.successorId);
  return checkout;
}

/**
 * Finds the checkout that an id means to a visitor, and the visitor's access to it. Unknown ids and
 * other customers' ids get the same refusal.
 */
export async function accessTo(reader: Db | Tx, read: ReadCheckout, visitor: Visitor, id: string): Promise<Access> {
  const checkout = await findNamedCheckout(reader, read, visitor, id);
  const last = checkout && (await lastOf(read, checkout));
  if (!last) return notFound;
  if (isStaffVisitor(visitor) || last.takenBy !== undefined)
    return (await isOpenPhoneOrder(reader, last, visitor)) ? ifKept("phone", last) : notFound;
  if (isHeldBy(last, visitor)) return ifKept("holder", last);
  if (last.id === checkout.id) return last.customerId === undefined ? ifKept("reader", last) : closed(visitor);
  // The lines moved into a cart that this visitor does not hold. A visitor with the id still sees
  // the earlier lines.
  const { state, orderId } = last;
  const isReadable = last.customerId === undefined || (isEmbeddedVisitor(visitor.id) && checkout.visitor === visitor.id);
  return isReadable
    ? ok({ as: "reader", checkout: state === "completed" ? { ...checkout, state, orderId } : { ...checkout, state: "open" } })
    : closed(visitor);
}

const ifKept = (as: "holder" | "phone" | "reader", checkout: CheckoutRow): Access =>
  checkout.state === "abandoned" ? notFound : ok({ as, checkout });

/** Refuses a customer's checkout to another visitor, whose session may have ended. */
const closed = ({ customerId }: Visitor): Refusal => (customerId === undefined ? signedOut : notFound);

/** A guest's checkout as other visitors see it, with only its lines. */
const linesAlone = (checkout: CheckoutRow): CheckoutRow => ({
  ...checkout,
  isLinesAlone: true,
  state: checkout.state === "completed" ? "completed" : "open",
  email: "",
  sameAsShipping: true,
  saveForLater: false,
  shippingMethodId: undefined,
  promoId: undefined,
  batchCode: undefined,
  quoteId: undefined,
  taxAnswer: undefined,
  adjustment: undefined,
  notice: "",
  orderNote: "",
});

async function findVisible(reader: Db | Tx, read: ReadCheckout, visitor: Visitor, id: string): Promise<Outcome<CheckoutRow>> {
  const access = await accessTo(reader, read, visitor, id);
  if (!access.ok) return access;
  const { as, checkout } = access.value;
  return ok(as === "reader" ? linesAlone(checkout) : checkout);
}

/**
 * Whether checkout `otherId` now has the lines of checkout `id`: the ids are equal, or the lines
 * moved into `otherId`.
 */
export async function wentInto(tx: Tx, id: string, otherId: string): Promise<boolean> {
  const read: ReadCheckout = (one) => findCheckoutRow(tx, one);
  const first = await read(id);
  return first !== undefined && (await lastOf(read, first))?.id === otherId;
}

/**
 * Whether an id leads this visitor to the other checkout: its lines moved there, or were copied.
 */
export async function leadsTo(tx: Tx, visitor: Visitor, id: string, otherId: string): Promise<boolean> {
  const checkout = await findNamedCheckout(tx, (one) => findCheckoutRow(tx, one), visitor, id);
  return checkout !== undefined && (await wentInto(tx, checkout.id, otherId));
}

/**
 * Finds a checkout for reading, in any state except abandoned. The result may be its successor or
 * its copy. Another browser's guest checkout has only its lines. A customer's checkout is refused
 * with `signed_out` if the visitor has no session.
 */
export const findVisitorCheckout = (reader: Db | Tx, visitor: Visitor, id: string): Promise<Outcome<CheckoutRow>> =>
  findVisible(reader, (one) => findCheckoutRow(reader, one), visitor, id);

/** Finds a checkout as `findVisitorCheckout` does, and locks it. */
export const lockVisitorCheckout = (tx: Tx, visitor: Visitor, id: string): Promise<Outcome<CheckoutRow>> =>
  findVisible(tx, (one) => lockCheckoutRow(tx, one), visitor, id);

/** Locks the checkout that an id means to a visitor, and returns the visitor's access to it. */
export const lockAccess = (tx: Tx, visitor: Visitor, id: string): Promise<Access> =>
  accessTo(tx, (one) => lockCheckoutRow(tx, one), visitor, id);

/** Refuses a checkout that is being paid, or is paid. */
export function ifOpen(checkout: CheckoutRow): Outcome<CheckoutRow> {
  if (checkout.state === "paying") return paying;
  return checkout.state === "completed" ? completed : ok(checkout);
}

/**
 * Locks a checkout that the visitor holds and may still change; it may be a successor of the named
 * one.
 */
export async function lockOpen(tx: Tx, visitor: Visitor, id: string): Promise<Outcome<CheckoutRow>> {
  const access = await lockAccess(tx, visitor, id);
  if (!access.ok) return access;
  return access.value.as === "reader" ? notFound : ifOpen(access.value.checkout);
}

/**
 * The id of the checkout that an id means to the visitor, if they may change it: the named one, its
 * successor, or their copy.
 */
export async function findHeldId(reader: Db, visitor: Visitor, id: string): Promise<string | undefined> {
  const access = await accessTo(reader, (one) => findCheckoutRow(reader, one), visitor, id);
  return access.ok && access.value.as !== "reader" ? access.value.checkout.id : undefined;
}

/** Whether a checkout is this visitor's cart, with lines or being paid. */
export async function isOwnCart(reader: Db, visitor: Visitor, id: string): Promise<boolean> {
  const access = await accessTo(reader, (one) => findCheckoutRow(reader, one), visitor, id);
  if (!access.ok || access.value.as !== "holder") return false;
  const { checkout } = access.value;
  return checkout.state === "paying" || (checkout.state === "open" && (await hasBoughtLine(reader, checkout.id)));
}
