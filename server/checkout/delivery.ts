import type { ShipTo } from "../catalog/rules/ship-to.ts";
import { reading } from "../db/changes/tracking.ts";
import type { Db } from "../db/tables.ts";
import { findMethods } from "./queries/prices.ts";
import { deliverySpan } from "./rules/delivery.ts";
import { inOfferedOrder, shippingFor } from "./rules/shipping-rate.ts";

/** The country that a page for everybody assumes, as long as no state is named. */
const usualCountry = "US";

/** The subject of cached pages that show delivery times (db/changes/). */
const anyShipping = "shipping";

/** A page for everybody has no cart, so sorting methods by price assumes the smallest parcel. */
const noParcel = { merchandise: 0, grams: 0 };

/** How long delivery to the shopper's country takes, in business days; undefined if unknown. */
export const findDeliverySpan = async (db: Db, shipTo: ShipTo | undefined): Promise<string | undefined> =>
  deliverySpan(
    inOfferedOrder(await reading([anyShipping], () => findMethods(db, shipTo ?? { country: usualCountry })), (method) =>
      shippingFor(noParcel, method, undefined),
    ),
  );
