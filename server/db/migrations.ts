import type { Engine } from "./engine.ts";
import { baseMigration } from "./migrations/001-base.ts";
import { meansAndStates } from "./migrations/002-means-and-states.ts";
import { hostedPages } from "./migrations/003-hosted-pages.ts";
import { reviewedPayments } from "./migrations/004-reviewed-payments.ts";
import { holds } from "./migrations/005-holds.ts";
import { foundOrders } from "./migrations/006-found-orders.ts";
import { priceAdjustments } from "./migrations/007-price-adjustments.ts";
import { automaticPromos } from "./migrations/008-promos.ts";
import { productKeeping } from "./migrations/009-product-keeping.ts";
import { searchEngineTexts } from "./migrations/010-search-engine-texts.ts";
import { customerSummaries } from "./migrations/011-customer-summaries.ts";
import { customerTags } from "./migrations/012-customer-tags.ts";
import { promosForTags } from "./migrations/013-promos-for-tags.ts";
import { collections } from "./migrations/014-collections.ts";
import { lowStock } from "./migrations/015-low-stock.ts";
import { papers } from "./migrations/016-papers.ts";
import { categoryPictures } from "./migrations/017-category-pictures.ts";
import { sharedPictures } from "./migrations/018-shared-pictures.ts";
import { discountEdits } from "./migrations/019-discount-edits.ts";
import { exchanges } from "./migrations/020-exchanges.ts";
import { addressRequests } from "./migrations/021-address-requests.ts";
import { readdressedOrders } from "./migrations/022-readdressed-orders.ts";
import { activity } from "./migrations/023-activity.ts";
import { orderTags } from "./migrations/024-order-tags.ts";
import { promoBatches } from "./migrations/025-promo-batches.ts";
import { disputedOrders } from "./migrations/026-disputed-orders.ts";
import { replacedOrders } from "./migrations/027-replaced-orders.ts";
import type { SchemaMigration } from "./schema-requirements.ts";

/** The schema of release 0.1.0, which every database has. */
export const baseName = "001-base";

/**
 * The migrations, each applied once, in the order of their numbers. A released migration is never
 * edited.
 */
export const migrations = (engine: Engine): Record<string, SchemaMigration> => ({
  [baseName]: baseMigration(engine),
  "002-means-and-states": meansAndStates(engine),
  "003-hosted-pages": hostedPages(engine),
  "004-reviewed-payments": reviewedPayments(engine),
  "005-holds": holds(engine),
  "006-found-orders": foundOrders(engine),
  "007-price-adjustments": priceAdjustments,
  "008-promos": automaticPromos(engine),
  "009-product-keeping": productKeeping(engine),
  "010-search-engine-texts": searchEngineTexts(engine),
  "011-customer-summaries": customerSummaries(engine),
  "012-customer-tags": customerTags(engine),
  "013-promos-for-tags": promosForTags,
  "014-collections": collections(engine),
  "015-low-stock": lowStock(engine),
  "016-papers": papers(engine),
  "017-category-pictures": categoryPictures(engine),
  "018-shared-pictures": sharedPictures(engine),
  "019-discount-edits": discountEdits(engine),
  "020-exchanges": exchanges(engine),
  "021-address-requests": addressRequests(engine),
  "022-readdressed-orders": readdressedOrders(engine),
  "023-activity": activity,
  "024-order-tags": orderTags,
  "025-promo-batches": promoBatches(engine),
  "026-disputed-orders": disputedOrders,
  "027-replaced-orders": replacedOrders,
});
