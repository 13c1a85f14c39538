import type { RequestHandler } from "express";
import type { ReleasePromoUse } from "../orders/cancel.ts";
import type { Shop } from "../shop.ts";
import { relyingPartyOf } from "../web/relying-party.ts";
import { type Routes, routes } from "../web/routes.ts";
import { staffCalls } from "./calls.ts";
import { contentRoutes } from "./content/content-routes.ts";
import { emailRoutes } from "./content/email-routes.ts";
import { recipientsRoutes } from "./content/recipients-routes.ts";
import { reviewList } from "./content/review-list.ts";
import { reviewStaffRoutes } from "./content/review-routes.ts";
import { staffLists } from "./lists/all.ts";
import { bulkActionRoutes } from "./lists/bulk-routes.ts";
import { bulkRunRoutes } from "./lists/bulk-run-routes.ts";
import { listRoutes } from "./lists/routes.ts";
import { savedViewRoutes } from "./lists/saved-view-routes.ts";
import { addressRequestRoutes } from "./orders/address-request-routes.ts";
import { booksRoutes } from "./orders/books-routes.ts";
import { contactRoutes } from "./orders/contact-routes.ts";
import { exchangeRoutes } from "./orders/exchange-routes.ts";
import { heldPaymentRoutes } from "./orders/held-payment-routes.ts";
import { orderDiscountRoutes } from "./orders/order-discount-routes.ts";
import { orderList } from "./orders/order-list.ts";
import { staffOrderRoutes } from "./orders/order-routes.ts";
import { paymentRoutes } from "./orders/payment-routes.ts";
import { phoneOrderStaffRoutes } from "./orders/phone-order-routes.ts";
import { shipToRoutes } from "./orders/ship-to-routes.ts";
import { slipRoutes } from "./orders/slip-routes.ts";
import { supplementRoutes } from "./orders/supplement-routes.ts";
import { trackingRoutes } from "./orders/tracking-routes.ts";
import { staffOrigin } from "./origin.ts";
import { leadToList } from "./parents.ts";
import { isStaffPath } from "./paths.ts";
import { staffCustomerRoutes } from "./people/customer-routes.ts";
import { peopleRoutes } from "./people/people-routes.ts";
import { roleRoutes } from "./people/role-routes.ts";
import { categoryRoutes } from "./products/category-routes.ts";
import { collectionRoutes } from "./products/collection-routes.ts";
import { costRoutes } from "./products/cost-routes.ts";
import { countRoutes } from "./products/count-routes.ts";
import { importRoutes } from "./products/import-routes.ts";
import { paperRoutes } from "./products/paper-routes.ts";
import { pictureRoutes } from "./products/picture-routes.ts";
import { productActionRoutes } from "./products/product-action-routes.ts";
import { productBulkRoutes } from "./products/product-bulk-routes.ts";
import { productFileRoutes } from "./products/product-file-routes.ts";
import { productRoutes } from "./products/product-routes.ts";
import { scheduleRoutes } from "./products/schedule-routes.ts";
import { stockCountRoutes } from "./products/stock-count-routes.ts";
import { stockRoutes } from "./products/stock-routes.ts";
import { synonymRoutes } from "./products/synonym-routes.ts";
import { changeRoutes } from "./records/change-routes.ts";
import { jobRoutes } from "./reports/job-routes.ts";
import { reportRoutes } from "./reports/report-routes.ts";
import { searchRoutes } from "./reports/search-routes.ts";
import { todayRoutes } from "./reports/today-routes.ts";
import { promoList } from "./selling/promo-list.ts";
import { ruleRoutes } from "./selling/rule-routes.ts";
import { simulationRoutes } from "./selling/simulation-routes.ts";
import { stateRuleRoutes } from "./selling/state-routes.ts";
import { staffPasskeyRoutes } from "./sign-in/passkey-routes.ts";
import { readStaff, type StaffParts } from "./sign-in/require-staff.ts";
import { securityRenderer, staffSecurityRoutes } from "./sign-in/security-routes.ts";
import { signInRenderer, staffSignInRoutes } from "./sign-in/sign-in-routes.ts";

function staffPartsOf({ config, db, now, log, render }: Shop): StaffParts {
  const party = relyingPartyOf(staffOrigin(config));
  return { db, now, log, render, secret: config.sessionSecret, party, secondStepRequired: config.production };
}

/**
 * Calls with files or with larger forms than usual. They are registered before the parsers for
 * usual forms.
 */
export function staffForms(shop: Shop): Routes {
  const parts = staffPartsOf(shop);
  return routes(
    productRoutes(shop, parts).forms,
    costRoutes(shop, parts),
    pictureRoutes(shop, parts).forms,
    paperRoutes(shop, parts).forms,
    categoryRoutes(shop, parts).forms,
    importRoutes(shop, parts).forms,
    trackingRoutes(shop, parts).forms,
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
    staffPasskeyRoutes(shop, parts, { renderSecurity: securityRenderer(shop, parts), renderSignIn: signInRenderer(shop.render) }),
    peopleRoutes(shop, parts),
    roleRoutes(shop, parts),
    todayRoutes(shop, parts),
    searchRoutes(shop, parts),
    savedViewRoutes(shop, parts),
    // These routes come before the routes of an order and of a run, whose path parameters would
    // match their paths.
    productActionRoutes(shop, parts),
    productBulkRoutes(shop, parts),
    stockCountRoutes(shop, parts),
    bulkActionRoutes(shop, parts, orderList, staffCalls.runOrdersBulk),
    bulkActionRoutes(shop, parts, promoList, staffCalls.runPromosBulk),
    bulkActionRoutes(shop, parts, reviewList, staffCalls.runReviewsBulk),
    bulkRunRoutes(shop, parts),
    ...staffLists.map((list) => listRoutes(shop, parts, list)),
    staffOrderRoutes(shop, parts, releasePromoUse),
    booksRoutes(shop, parts),
    slipRoutes(shop, parts),
    contactRoutes(shop, parts),
    trackingRoutes(shop, parts).screens,
    shipToRoutes(shop, parts, releasePromoUse),
    addressRequestRoutes(shop, parts),
    orderDiscountRoutes(shop, parts),
    phoneOrderStaffRoutes(shop, parts),
    supplementRoutes(shop, parts),
    exchangeRoutes(shop, parts),
    staffCustomerRoutes(shop, parts),
    changeRoutes(shop, parts),
    reviewStaffRoutes(shop, parts),
    contentRoutes(shop, parts).screens,
    recipientsRoutes(shop, parts),
    emailRoutes(shop, parts),
    jobRoutes(shop, parts),
    heldPaymentRoutes(shop, parts),
    paymentRoutes(shop, parts),
    collectionRoutes(shop, parts),
    categoryRoutes(shop, parts).screens,
    synonymRoutes(shop, parts),
    productRoutes(shop, parts).screens,
    pictureRoutes(shop, parts).screens,
    paperRoutes(shop, parts).screens,
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
