import type { Dates } from "../dates.ts";
import type { Db } from "../db/tables.ts";
import { dollars } from "../money.ts";
import type { WholeCheckout } from "./change.ts";
import { parcelOf, priceByMethod } from "./price-checkout.ts";
import { findMethods, type ShippingMethod } from "./queries/prices.ts";
import { deliveryDates } from "./rules/delivery.ts";
import { adjustedRate } from "./rules/price-adjustment.ts";
import { inOfferedOrder, shippingFor } from "./rules/shipping-rate.ts";
import { isTaxOpen, withoutTax } from "./settle-tax.ts";
import type { TaxService } from "./tax-service.ts";

type Clock = { dates: Dates; now: number };

/** The methods for the checkout's address, each with its price; none without an address. */
export async function offeredMethods(db: Db, whole: WholeCheckout, clock: Clock) {
  return (await findOffered(db, whole)).map((method) => methodChoice(method, whole, clock));
}

/**
 * The offered methods, each with the order's total. The totals have no tax if a tax service has not
 * yet answered for one of the methods.
 */
export async function methodsWithTotals(db: Db, whole: WholeCheckout, input: Clock & { tax?: TaxService | undefined }) {
  const offered = await findOffered(db, whole);
  const priced = await priceByMethod(db, whole.checkout, offered, input.now);
  const isTaxUnknown = input.tax !== undefined && priced.some(isTaxOpen);
  return offered.map((method, at) => {
    const whatever = priced[at] ?? whole.priced;
    return { ...methodChoice(method, whole, input), priced: isTaxUnknown ? withoutTax(whatever) : whatever };
  });
}

async function findOffered(db: Db, { shipping, priced }: WholeCheckout): Promise<ShippingMethod[]> {
  const methods = shipping ? await findMethods(db, { country: shipping.country, area: shipping.countryArea }) : [];
  return inOfferedOrder(methods, parcelOf(priced), priced.promo);
}

/** A method, with its price for this checkout. */
function methodChoice(method: ShippingMethod, { priced }: WholeCheckout, input: Clock) {
  const { id, name } = method;
  const arrives = arrivalOf(method, input);
  const description = [...(arrives === undefined ? [] : [`Arrives ${arrives}`]), method.description].filter(Boolean).join(" · ");
  const price = shippingFor(parcelOf(priced), adjustedRate(method, priced.adjustment), priced.promo);
  return { id, name, description, price: price === 0 ? "Free" : dollars(price) };
}

/** The days on which an order placed now arrives; undefined if the owner does not say. */
export const arrivalOf = ({ delivery }: Pick<ShippingMethod, "delivery">, { dates, now }: Clock): string | undefined => {
  if (!delivery) return undefined;
  const { from, to } = deliveryDates(delivery, dates.local(now));
  return dates.range(from, to);
};
