import type { Db, Tx } from "../db/tables.ts";
import { notFound, type Outcome, ok, refuse } from "../outcome.ts";
import type { Visitor } from "../web/visitor.ts";
import { type CheckoutRow, findCheckoutRow, lockCheckoutRow } from "./queries/checkouts.ts";

export type { CheckoutRow } from "./queries/checkouts.ts";

/** Other texts are no checkout's id, and PostgreSQL refuses a query with U+0000. */
const isPossibleId = (id: string): boolean => id.length <= 128 && !id.includes("\u0000");

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
export const paying = refuse("paying", "your payment is still being processed");
export const completed = refuse("completed", "this order has been placed already");

function visible(checkout: CheckoutRow | undefined, visitor: Visitor): Outcome<CheckoutRow> {
  if (!checkout || !mayAct(checkout, visitor) || checkout.state === "abandoned") return notFound;
  return ok(checkout);
}

/**
 * A checkout in any state but abandoned, for reading. The refusal is the same for an unknown and
 * another's.
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
