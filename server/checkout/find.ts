import type { Db, Tx } from "../db/tables.ts";
import { notFound, type Outcome, ok, refuse } from "../outcome.ts";
import type { Visitor } from "../web/visitor.ts";
import { type CheckoutRow, findCheckoutRow, lockCheckoutRow } from "./queries/checkouts.ts";

export type { CheckoutRow } from "./queries/checkouts.ts";

/** Other texts are the id of no checkout, and PostgreSQL refuses a query for U+0000. */
const isPossibleId = (id: string): boolean => id.length <= 128 && !id.includes("\u0000");

/**
 * Takes the first lock of the order checkout → promo → variants → counter. Every change of a
 * checkout waits for it.
 */
export const lockCheckout = async (tx: Tx, id: string): Promise<CheckoutRow | undefined> =>
  isPossibleId(id) ? await lockCheckoutRow(tx, id) : undefined;

/**
 * Who has a checkout's id may change it, unless it is a customer's: then only that customer
 * (decisions §4).
 */
export const mayAct = ({ customerId }: CheckoutRow, visitor: Visitor): boolean =>
  customerId === undefined || customerId === visitor.customerId;

/** The words for a checkout whose money is under way, and for one that has become an order. */
export const paying = refuse("paying", "your payment is still being processed");
export const completed = refuse("completed", "this order has been placed already");

function visible(checkout: CheckoutRow | undefined, visitor: Visitor): Outcome<CheckoutRow> {
  if (!checkout || !mayAct(checkout, visitor) || checkout.state === "abandoned") return notFound;
  return ok(checkout);
}

/**
 * A checkout in any state but abandoned, for reading. Unknown and another's are the same answer.
 */
export const findVisitorCheckout = async (reader: Db | Tx, visitor: Visitor, id: string): Promise<Outcome<CheckoutRow>> =>
  visible(isPossibleId(id) ? await findCheckoutRow(reader, id) : undefined, visitor);

/** A checkout that may still be changed, locked. */
export async function lockOpen(tx: Tx, visitor: Visitor, id: string): Promise<Outcome<CheckoutRow>> {
  const found = visible(await lockCheckout(tx, id), visitor);
  if (!found.ok) return found;
  if (found.value.state === "paying") return paying;
  return found.value.state === "completed" ? completed : found;
}
