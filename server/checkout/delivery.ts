import type { ShipTo } from "../catalog/rules/ship-to.ts";
import type { Db } from "../db/tables.ts";
import { findMethods } from "./queries/prices.ts";
import { deliverySpan } from "./rules/delivery.ts";

/** Where a page that is for everybody counts on, as long as no state is named. */
const usualCountry = "US";

/** How long delivery takes to the shopper's country, in business days; undefined: not known. */
export const findDeliverySpan = async (db: Db, shipTo: ShipTo | undefined): Promise<string | undefined> =>
  deliverySpan(await findMethods(db, shipTo?.country ?? usualCountry));
