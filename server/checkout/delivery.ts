import type { ShipTo } from "../catalog/rules/ship-to.ts";
import { reading } from "../db/changes/tracking.ts";
import type { Db } from "../db/tables.ts";
import { findMethods } from "./queries/prices.ts";
import { deliverySpan } from "./rules/delivery.ts";

/** Where a page that is for everybody counts on, as long as no state is named. */
const usualCountry = "US";

/** The subject under which pages are kept that show it (db/changes/). */
const anyShipping = "shipping";

/** How long delivery takes to the shopper's country, in business days; undefined: not known. */
export const findDeliverySpan = async (db: Db, shipTo: ShipTo | undefined): Promise<string | undefined> =>
  deliverySpan(await reading([anyShipping], () => findMethods(db, shipTo ?? { country: usualCountry })));
