import type { Dates } from "../dates.ts";
import type { Db } from "../db/tables.ts";
import { dollars } from "../money.ts";
import type { WholeCheckout } from "./change.ts";
import { parcelOf } from "./price-checkout.ts";
import { findMethods, type ShippingMethod } from "./queries/prices.ts";
import { deliveryDates } from "./rules/delivery.ts";
import { inOfferedOrder, shippingFor } from "./rules/shipping-rate.ts";

type Clock = { dates: Dates; now: number };

/** The methods of the checkout's address, each with what it would cost; none before there is an address. */
export async function offeredMethods(db: Db, whole: WholeCheckout, clock: Clock) {
  const { shipping } = whole;
  const offered = shipping ? await findMethods(db, { country: shipping.country, area: shipping.countryArea }) : [];
  const { priced } = whole;
  return inOfferedOrder(offered, parcelOf(priced), priced.promo).map((method) => methodChoice(method, whole, clock));
}

/** What the method would cost for this checkout. */
function methodChoice(method: ShippingMethod, { priced }: WholeCheckout, input: Clock) {
  const { id, name } = method;
  const arrives = arrivalOf(method, input);
  const description = [...(arrives === undefined ? [] : [`Arrives ${arrives}`]), method.description].filter(Boolean).join(" · ");
  const price = shippingFor(parcelOf(priced), method, priced.promo);
  return { id, name, description, price: price === 0 ? "Free" : dollars(price) };
}

/** The days on which it arrives when it is ordered now; undefined where the owner does not say. */
export const arrivalOf = ({ delivery }: Pick<ShippingMethod, "delivery">, { dates, now }: Clock): string | undefined => {
  if (!delivery) return undefined;
  const { from, to } = deliveryDates(delivery, dates.local(now));
  return dates.range(from, to);
};
