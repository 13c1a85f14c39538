import { revokeOneTimeTokens } from "../customers/one-time-tokens.ts";
import { sameAddress } from "../customers/rules/address.ts";
import type { Address } from "../customers/rules/address-fields.ts";
import type { Db, Tx } from "../db/tables.ts";
import { transact, transactOutcome } from "../db/transaction.ts";
import { newId } from "../ids.ts";
import { type Outcome, ok } from "../outcome.ts";
import { type CheckoutContext, changeDetails, lockForChange } from "./change.ts";
import { type CheckoutRow, findCheckoutRow, insertCheckout, putAddress, storeCheckout } from "./queries/checkouts.ts";
import { abandonOne, deleteOpenings, moveOpenings } from "./queries/phone-orders.ts";
import { phoneOrderLink } from "./rules/phone-order-link.ts";
import { methodThere } from "./shipping.ts";
import { staffVisitor } from "./staff-visitor.ts";

export { findOpenPhoneOrders, findOpenSupplements, isOpenPhoneOrder, type OpenPhoneOrder } from "./queries/phone-orders.ts";

type Start = {
  /** the staff member who takes the order */
  takenBy: `staff:${string}`;
  /**
   * the order that the phone order adds products to, whose email, addresses, and shipping method it
   * begins with
   */
  supplement?: { id: string; checkoutId: string; email: string; shippingAddress: Address; billingAddress: Address };
  now: number;
  record: (tx: Tx, checkoutId: string) => Promise<unknown>;
};

type Supplement = NonNullable<Start["supplement"]>;

/**
 * Begins a guest checkout for a phone caller; returns its id. It is empty, or has the email, the
 * addresses and the shipping method of the order that it adds products to.
 */
export const startPhoneOrder = (db: Db, { takenBy, supplement, now, record }: Start): Promise<string> =>
  transact(db, async (tx) => {
    const id = newId();
    const row = { id, customerId: undefined, visitor: undefined, takenBy, supplementOf: supplement?.id };
    const checkout = await insertCheckout(tx, row, now);
    if (supplement) await prefill(tx, checkout, supplement, now);
    await record(tx, id);
    return id;
  });

async function prefill(tx: Tx, checkout: CheckoutRow, supplement: Supplement, now: number): Promise<void> {
  const { checkoutId, email, shippingAddress: shipping, billingAddress: billing } = supplement;
  const sameAsShipping = sameAddress(shipping, billing);
  const chosen = (await findCheckoutRow(tx, checkoutId))?.shippingMethodId;
  const shippingMethodId = await methodThere(tx, { ...checkout, shippingMethodId: chosen }, shipping);
  await putAddress(tx, checkout.id, "shipping", shipping);
  if (!sameAsShipping) await putAddress(tx, checkout.id, "billing", billing);
  await storeCheckout(tx, { ...checkout, email, sameAsShipping, shippingMethodId }, now);
}

type PhoneOrderContext = Omit<CheckoutContext, "visitor"> & { actor: `staff:${string}` };

/**
 * A context in which the staff act for the shopper. All checkout functions accept this context, but
 * only for phone orders.
 */
export const phoneOrderContext = ({ actor, ...context }: PhoneOrderContext): CheckoutContext => ({
  ...context,
  visitor: staffVisitor(actor),
});

/** Ends the mailed link, and the access of browsers that opened it. */
export const revokePhoneOrderLink = (db: Db, context: CheckoutContext): Promise<Outcome<object>> =>
  changeDetails(db, context, async (tx, { id }) => {
    await revokeIn(tx, id, context.now);
    return ok({ change: {} });
  });

/** Ends the mailed link within a transaction, with the checkout locked. */
export async function revokeIn(tx: Tx, checkoutId: string, now: number): Promise<void> {
  await revokeOneTimeTokens(tx, phoneOrderLink, checkoutId, now);
  await deleteOpenings(tx, checkoutId);
}

/** Abandons an unpaid phone order and its link. */
export const discardPhoneOrder = (db: Db, context: CheckoutContext): Promise<Outcome<object>> =>
  transactOutcome<Outcome<object>>(db, async (tx) => {
    const { checkoutId, now, record } = context;
    const open = await lockForChange(tx, context);
    if (!open.ok) return open;
    await revokeIn(tx, checkoutId, now);
    await abandonOne(tx, checkoutId, now);
    await record?.(tx);
    return ok({});
  });

/** Moves the phone orders opened by a browser to its next id, such as at a sign-in. */
export const movePhoneOrders = async (tx: Tx, from: string, to: string): Promise<void> => void (await moveOpenings(tx, from, to));
