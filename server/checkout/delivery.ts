import type { ShipTo } from "../catalog/rules/ship-to.ts";
import { reading } from "../db/changes/tracking.ts";
import type { Db } from "../db/tables.ts";
import { findMethods } from "./queries/prices.ts";
import { deliverySpan } from "./rules/delivery.ts";
import { inOfferedOrder } from "./rules/shipping-rate.ts";

/** Where a page that is for everybody counts on, as long as no state is named. */
const usualCountry = "US";

/** The subject under which pages are kept that show it (db/changes/). */
const anyShipping = "shipping";

/** A page for everybody knows no cart: methods that are offered by price have that of the least. */
const noParcel = { merchandise: 0, grams: 0 };

/** How long delivery takes to the shopper's country, in business days; undefined: not known. */
export const findDeliverySpan = async (db: Db, shipTo: ShipTo | undefined): Promise<string | undefined> =>
  deliverySpan(
    inOfferedOrder(await reading([anyShipping], () => findMethods(db, shipTo ?? { country: usualCountry })), noParcel, undefined),
  );
