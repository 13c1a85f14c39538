import type { RequestHandler } from "express";
import type { ReleasePromoUse } from "../orders/cancel.ts";
import type { Shop } from "../shop.ts";
import { relyingPartyOf } from "../web/relying-party.ts";
import { type Routes, routes } from "../web/routes.ts";
import { staffCalls } from "./calls.ts";
import { reviewList } from "./content/review-list.ts";
import { staffLists } from "./lists/all.ts";
import { bulkActionRoutes } from "./lists/bulk-routes.ts";
import { bulkRunRoutes } from "./lists/bulk-run-routes.ts";
import { listRoutes } from "./lists/routes.ts";
import { savedViewRoutes } from "./lists/saved-view-routes.ts";
import { orderList } from "./orders/order-list.ts";
import { staffOrigin } from "./origin.ts";
import { isStaffPath } from "./paths.ts";
import { productBulkRoutes } from "./products/product-bulk-routes.ts";
import { stockCountRoutes } from "./products/stock-count-routes.ts";
import { readStaff, type StaffParts } from "./require-staff.ts";
import { categoryRoutes } from "./routes/categories.ts";
import { changeRoutes } from "./routes/changes.ts";
import { contentRoutes } from "./routes/content.ts";
import { countRoutes } from "./routes/counts.ts";
import { staffCustomerRoutes } from "./routes/customers.ts";
import { emailRoutes } from "./routes/emails.ts";
import { importRoutes } from "./routes/imports.ts";
import { jobRoutes } from "./routes/jobs.ts";
import { staffOrderRoutes } from "./routes/orders.ts";
import { leadToList } from "./routes/parents.ts";
import { staffPasskeyRoutes } from "./routes/passkeys.ts";
import { paymentRoutes } from "./routes/payments.ts";
import { peopleRoutes } from "./routes/people.ts";
import { phoneOrderStaffRoutes } from "./routes/phone-orders.ts";
import { productRoutes } from "./routes/product.ts";
import { productFileRoutes } from "./routes/product-file.ts";
import { pictureRoutes } from "./routes/product-pictures.ts";
import { scheduleRoutes } from "./routes/product-schedule.ts";
import { reportRoutes } from "./routes/reports.ts";
import { reviewStaffRoutes } from "./routes/reviews.ts";
import { roleRoutes } from "./routes/roles.ts";
import { ruleRoutes } from "./routes/rules.ts";
import { searchRoutes } from "./routes/search.ts";
import { securityDrawer, staffSecurityRoutes } from "./routes/security.ts";
import { signInDrawer, staffSignInRoutes } from "./routes/sign-in.ts";
import { simulationRoutes } from "./routes/simulation.ts";
import { slipRoutes } from "./routes/slips.ts";
import { stateRuleRoutes } from "./routes/state-rules.ts";
import { stockRoutes } from "./routes/stock.ts";
import { synonymRoutes } from "./routes/synonyms.ts";
import { todayRoutes } from "./routes/today.ts";
import { promoList } from "./selling/promo-list.ts";

function staffPartsOf({ config, db, now, log, render }: Shop): StaffParts {
  const party = relyingPartyOf(staffOrigin(config));
  return { db, now, log, render, secret: config.sessionSecret, party, secondStepRequired: config.production };
}

/**
 * Calls whose forms are larger than the shop's others, or have files: they come before the parsers
 * of all others.
 */
export function staffForms(shop: Shop): Routes {
  const parts = staffPartsOf(shop);
  return routes(
    productRoutes(shop, parts).forms,
    pictureRoutes(shop, parts).forms,
    importRoutes(shop, parts).forms,
    contentRoutes(shop, parts).forms,
    stateRuleRoutes(shop, parts).forms,
  );
}

/** The owner's side: every screen and call below `/staff/`. */
export function staffRoutes(shop: Shop, releasePromoUse: ReleasePromoUse): Routes {
  const parts = staffPartsOf(shop);
  const others: RequestHandler = (req, _res, next) => next(isStaffPath(req.path) ? undefined : "router");
  return routes(
    others,
    leadToList,
    readStaff(parts),
    staffSignInRoutes(shop, parts),
    staffSecurityRoutes(shop, parts),
    staffPasskeyRoutes(shop, parts, { drawSecurity: securityDrawer(shop, parts), drawSignIn: signInDrawer(shop.render) }),
    peopleRoutes(shop, parts),
    roleRoutes(shop, parts),
    todayRoutes(shop, parts),
    searchRoutes(shop, parts),
    savedViewRoutes(shop, parts),
    // These come before the order and the run, whose path parameters would match their paths.
    productBulkRoutes(shop, parts),
    stockCountRoutes(shop, parts),
    bulkActionRoutes(shop, parts, orderList, staffCalls.runOrdersBulk),
    bulkActionRoutes(shop, parts, promoList, staffCalls.runPromosBulk),
    bulkActionRoutes(shop, parts, reviewList, staffCalls.runReviewsBulk),
    bulkRunRoutes(shop, parts),
    ...staffLists.map((list) => listRoutes(shop, parts, list)),
    staffOrderRoutes(shop, parts, releasePromoUse),
    slipRoutes(shop, parts),
    phoneOrderStaffRoutes(shop, parts),
    staffCustomerRoutes(shop, parts),
    changeRoutes(shop, parts),
    reviewStaffRoutes(shop, parts),
    contentRoutes(shop, parts).screens,
    emailRoutes(shop, parts),
    jobRoutes(shop, parts),
    paymentRoutes(shop, parts),
    categoryRoutes(shop, parts),
    synonymRoutes(shop, parts),
    productRoutes(shop, parts).screens,
    pictureRoutes(shop, parts).screens,
    importRoutes(shop, parts).screens,
    scheduleRoutes(shop, parts),
    simulationRoutes(shop, parts),
    stateRuleRoutes(shop, parts).screens,
    ruleRoutes(shop, parts),
    stockRoutes(shop, parts),
    countRoutes(shop, parts),
    reportRoutes(shop, parts),
    productFileRoutes(shop, parts),
  );
}
