import { completed, findVisitorCheckout, paying } from "../checkout/find.ts";
import { staffVisitor } from "../checkout/staff-visitor.ts";
import type { Tx } from "../db/tables.ts";
import { type Outcome, refuse } from "../outcome.ts";
import type { Shop } from "../shop.ts";
import { pay } from "./pay.ts";
import type { Paid } from "./rules/attempt.ts";

type PlaceInput = {
  checkoutId: string;
  /** the staff member who places the order */
  actor: `staff:${string}`;
  /** the quote that the staff's page had shown */
  quote: string;
  /** the id of a payment method without a card; may be empty for a total of 0 */
  meansId: string;
  now: number;
  record: (tx: Tx) => Promise<unknown>;
};

const outdated = refuse("changed", "This order has changed since the page was opened. Here it is as it stands now.");
const noMeans = [{ field: "means", message: "Choose how the order is paid." }];

/**
 * Places a phone order that is paid later by a payment method without a card, or that costs
 * nothing. It is an order that awaits its money, by the same steps and rules as a shopper's.
 */
export async function placePhoneOrder(shop: Shop, input: PlaceInput): Promise<Outcome<Paid>> {
  const { checkoutId, actor, quote, meansId, now, record } = input;
  const visitor = staffVisitor(actor);
  const checkout = await findVisitorCheckout(shop.db, visitor, checkoutId);
  if (!checkout.ok) return checkout;
  if (checkout.value.state !== "open") return checkout.value.state === "paying" ? paying : completed;
  const outcome = await pay(shop, {
    checkoutId,
    visitor,
    meansId: meansId === "" ? undefined : meansId,
    means: undefined,
    cardErrors: noMeans,
    quote,
    idempotencyKey: undefined,
    formKey: undefined,
    work: undefined,
    address: "",
    arrivedAt: now,
    record,
  });
  return !outcome.ok && outcome.code === "changed" ? outdated : outcome;
}
