import type { Dates } from "../dates.ts";
import type { Db } from "../db/tables.ts";
import { dollars } from "../money.ts";
import type { WholeCheckout } from "./change.ts";
import { type PricedCheckout, priceByMethod } from "./price-checkout.ts";
import { findMethods, type ShippingMethod } from "./queries/prices.ts";
import { deliveryDates } from "./rules/delivery.ts";
import { inOfferedOrder } from "./rules/shipping-rate.ts";
import { isTaxOpen, withoutTax } from "./settle-tax.ts";
import type { TaxService } from "./tax-service.ts";

type Clock = { dates: Dates; now: number };

/** The methods for the checkout's address, each with its price; none without an address. */
export async function offeredMethods(db: Db, whole: WholeCheckout, clock: Clock) {
  return (await findOffered(db, whole, clock.now)).map(({ method, priced }) => methodChoice(method, priced, clock));
}

/**
 * The offered methods, each with the order's total. The totals have no tax if a tax service has not
 * yet answered for one of the methods.
 */
export async function methodsWithTotals(db: Db, whole: WholeCheckout, input: Clock & { tax?: TaxService | undefined }) {
  const offered = await findOffered(db, whole, input.now);
  const isTaxUnknown = input.tax !== undefined && offered.some(({ priced }) => isTaxOpen(priced));
  return offered.map(({ method, priced }) => ({
    ...methodChoice(method, priced, input),
    priced: isTaxUnknown ? withoutTax(priced) : priced,
  }));
}

/**
 * The offered shipping methods in their order, each with the checkout's prices if it is chosen,
 * since a promo may be for some methods alone.
 */
async function findOffered(db: Db, { checkout, shipping }: WholeCheckout, now: number) {
  const methods = shipping ? await findMethods(db, { country: shipping.country, area: shipping.countryArea }) : [];
  const pricedMethods = new Map((await priceByMethod(db, checkout, methods, now)).map((priced, at) => [methods[at], priced]));
  return inOfferedOrder(methods, (method) => pricedMethods.get(method)?.shipping ?? 0).flatMap((method) => {
    const priced = pricedMethods.get(method);
    return priced ? [{ method, priced }] : [];
  });
}

/** A method, with its price for this checkout. */
function methodChoice(method: ShippingMethod, { shipping }: PricedCheckout, input: Clock) {
  const { id, name } = method;
  const arrives = arrivalOf(method, input);
  const description = [...(arrives === undefined ? [] : [`Arrives ${arrives}`]), method.description].filter(Boolean).join(" · ");
  return { id, name, description, price: shipping === 0 ? "Free" : dollars(shipping) };
}

/** The days on which an order placed now arrives; undefined if the owner does not say. */
export const arrivalOf = ({ delivery }: Pick<ShippingMethod, "delivery">, { dates, now }: Clock): string | undefined => {
  if (!delivery) return undefined;
  const { from, to } = deliveryDates(delivery, dates.local(now));
  return dates.range(from, to);
};
