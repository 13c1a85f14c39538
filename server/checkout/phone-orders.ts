import { revokeOneTimeTokens } from "../customers/one-time-tokens.ts";
import type { Db, Tx } from "../db/tables.ts";
import { transact, transactOutcome } from "../db/transaction.ts";
import { newId } from "../ids.ts";
import { type Outcome, ok } from "../outcome.ts";
import { type CheckoutContext, changeDetails, lockForChange } from "./change.ts";
import { insertCheckout } from "./queries/checkouts.ts";
import { abandonOne, deleteOpenings, moveOpenings } from "./queries/phone-orders.ts";
import { phoneOrderLink } from "./rules/phone-order-link.ts";
import { staffVisitor } from "./staff-visitor.ts";

export { findOpenPhoneOrders, type OpenPhoneOrder } from "./queries/phone-orders.ts";

type Start = {
  /** who of the staff takes it */
  takenBy: `staff:${string}`;
  now: number;
  record: (tx: Tx, checkoutId: string) => Promise<unknown>;
};

/** Begins an empty guest's checkout for somebody on the phone; returns its id. */
export const startPhoneOrder = (db: Db, { takenBy, now, record }: Start): Promise<string> =>
  transact(db, async (tx) => {
    const id = newId();
    await insertCheckout(tx, { id, customerId: undefined, visitor: undefined, takenBy }, now);
    await record(tx, id);
    return id;
  });

type StaffContext = Omit<CheckoutContext, "visitor"> & { actor: `staff:${string}` };

/** The staff in place of the shopper: all of the checkout's functions take it, for phone orders alone. */
export const phoneOrderContext = ({ actor, ...context }: StaffContext): CheckoutContext => ({
  ...context,
  visitor: staffVisitor(actor),
});

/** The mailed link opens nothing any more, nor do browsers in which it was opened. */
export const revokePhoneOrderLink = (db: Db, context: CheckoutContext): Promise<Outcome<object>> =>
  changeDetails(db, context, async (tx, { id }) => {
    await revokeIn(tx, id, context.now);
    return ok({ change: {} });
  });

/** The same within a transaction, with the checkout locked. */
export async function revokeIn(tx: Tx, checkoutId: string, now: number): Promise<void> {
  await revokeOneTimeTokens(tx, phoneOrderLink, checkoutId, now);
  await deleteOpenings(tx, checkoutId);
}

/** Gives up a phone order that is not paid, with its link. */
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

/** A browser that gets another id, such as at a sign-in, goes on with the phone orders that it has opened. */
export const movePhoneOrders = async (tx: Tx, from: string, to: string): Promise<void> => void (await moveOpenings(tx, from, to));
