import type { Db } from "../db/tables.ts";
import { type Refusal, refuse } from "../outcome.ts";
import type { Visitor } from "../web/visitor.ts";
import { findVisitorCheckout } from "./find.ts";
import { type PricedCheckout, priceCheckout } from "./price-checkout.ts";
import { type CheckoutRow, storeTaxAnswer } from "./queries/checkouts.ts";
import type { TaxAnswer } from "./rules/tax-request.ts";
import { taxKeyOf } from "./tax-key.ts";
import type { TaxService } from "./tax-service.ts";

/**
 * The refusal while the tax is unknown. Nothing is charged or lost: the next page or press asks
 * again.
 */
export const taxAway: Refusal = {
  ...refuse(
    "unavailable",
    "Tax can’t be worked out right now. Your cart is saved, and nothing was charged. Try again in a few minutes.",
  ),
  retryAfter: 30,
};

/** Whether a service still has to give the tax of this checkout's contents. */
export const isTaxOpen = ({ taxAnswer, address, lines, total, tax }: PricedCheckout): boolean =>
  taxAnswer === undefined && address !== undefined && lines.length > 0 && total - tax > 0;

/**
 * The checkout's sums without tax, while the tax is unknown. The notice says why the tax is left
 * out.
 */
export const withoutTax = (priced: PricedCheckout): PricedCheckout => ({
  ...priced,
  tax: 0,
  shippingTax: 0,
  total: priced.total - priced.tax,
  isTaxUnknown: true,
  lines: priced.lines.map((line) => ({ ...line, tax: 0 })),
  notice: [priced.notice, taxAway.error].filter(Boolean).join(" "),
});

/**
 * Asks the service. If it does not answer, uses the table if the owner chose that; otherwise
 * undefined.
 */
export async function askTax(tax: TaxService, priced: PricedCheckout, now: number): Promise<TaxAnswer | undefined> {
  if (!priced.address) return undefined;
  const { request, key } = taxKeyOf(priced, priced.address);
  const quote = await tax.calculate(request);
  if (quote) return { ...quote, key, by: "service", at: now };
  if (tax.whenAway === "refuse") return undefined;
  const lines = priced.lines.map((line) => line.tax);
  return { lines, shipping: priced.shippingTax, reference: "", key, by: "table", at: now };
}

/**
 * Asks for the tax of an open checkout, unless the tax of its contents is known, and stores the
 * answer. Returns the checkout with the answer; without an answer the tax stays open.
 */
export async function settleTax(db: Db, tax: TaxService, checkout: CheckoutRow, now: number): Promise<CheckoutRow> {
  if (checkout.state !== "open") return checkout;
  const priced = await priceCheckout(db, checkout, now);
  const answer = isTaxOpen(priced) ? await askTax(tax, priced, now) : undefined;
  if (!answer) return checkout;
  await storeTaxAnswer(db, checkout.id, answer);
  return { ...checkout, taxAnswer: answer };
}

type CheckoutKey = { visitor: Visitor; checkoutId: string; now: number };

/**
 * Asks for the tax before a payment, since the payment prices the checkout in a transaction. Does
 * nothing for a checkout that the visitor may not see, or of which the visitor sees only the lines;
 * the payment decides about these.
 */
export async function settleTaxOf(db: Db, tax: TaxService, { visitor, checkoutId, now }: CheckoutKey): Promise<void> {
  const checkout = await findVisitorCheckout(db, visitor, checkoutId);
  if (checkout.ok && !checkout.value.isLinesAlone) await settleTax(db, tax, checkout.value, now);
}
