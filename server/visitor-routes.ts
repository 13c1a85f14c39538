import type { Request, RequestHandler } from "express";
import { cartPath } from "./checkout/cart-paths.ts";
import { isCheckout } from "./checkout/find.ts";
import { returnPromoUse } from "./checkout/promos.ts";
import { cartFiller } from "./checkout/routes/refill.ts";
import { checkoutRoutes } from "./checkout/routes.ts";
import { soldToErrors } from "./checkout/shipping.ts";
import { avatarRoutes } from "./customers/routes/avatar.ts";
import { settingsView } from "./customers/routes/settings.ts";
import { customerRoutes } from "./customers/routes.ts";
import { customerSubject } from "./customers/security-events.ts";
import { findSession } from "./customers/sessions.ts";
import { botCheckForm } from "./identity/bot-check/bot-check.ts";
import { findFactors } from "./identity/factors/find.ts";
import { leave } from "./identity/routes/leave.ts";
import { identityRoutes } from "./identity/routes.ts";
import { endGrants, moveGrants } from "./orders/grants.ts";
import { findOrderer } from "./orders/orderer.ts";
import { addressRequestRoutes } from "./orders/routes/address-request.ts";
import { againRoutes } from "./orders/routes/again.ts";
import { cancelationRoutes } from "./orders/routes/cancelation.ts";
import { returnRequestRoutes } from "./orders/routes/returns.ts";
import { orderRoutes } from "./orders/routes.ts";
import { paymentLinkRoutes } from "./payments/link-routes.ts";
import { pageRoutes } from "./payments/page-routes.ts";
import { paymentRoutes } from "./payments/routes.ts";
import { exportPerson } from "./personal-data/export.ts";
import { findSubject } from "./personal-data/queries/subject.ts";
import type { Shop } from "./shop.ts";
import { sharedRoutes } from "./shop-routes.ts";
import { staffTextsPath } from "./staff/paths.ts";
import { staffForms, staffRoutes } from "./staff/routes.ts";
import { bodyParsers, longForms, nativeForms, requireKnownType } from "./web/body.ts";
import { hostPrefix, nameOf } from "./web/cookies.ts";
import { formDrafts } from "./web/form-drafts.ts";
import { noStore } from "./web/headers.ts";
import { relyingPartyOf } from "./web/relying-party.ts";
import { type Routes, routes } from "./web/routes.ts";
import { moveUnprefixedCookies } from "./web/unprefixed-cookies.ts";
import { type FindSession, readVisitor, type Visitor, visitorIn, visitorOfCookie } from "./web/visitor.ts";
import { favouritesOf } from "./wishlist/favourites.ts";
import { wishlistRoutes } from "./wishlist/routes.ts";

const likedBy =
  ({ db }: Shop) =>
  async (customerId: string) =>
    (await favouritesOf(db, customerId)).length;

/**
 * Exports a customer's data that belongs to the account itself. Data under the email is left out,
 * since an unconfirmed email may be another person's.
 */
const exportOf =
  ({ db, now, config: { publicUrl } }: Shop) =>
  async (customerId: string) =>
    exportPerson(db, await findSubject(db, { customerId, email: undefined }), { publicUrl, now: now() });

const findOrdererIn =
  ({ db, now }: Shop) =>
  (visitor: Visitor, orderId: string) =>
    findOrderer(db, visitor, orderId, now());

/** Reads the owner's current settings and the list of content pages, which pages show. */
const readSettings =
  ({ settings }: Shop): RequestHandler =>
  async (_req, _res, next) => {
    await settings.refresh();
    next();
  };

/**
 * The visitor in a cookie with an older name, if the cookie with the present name may take over its
 * value; otherwise undefined. Any host of the site can set a cookie without `__Host-`. So if the
 * present name has `__Host-`, only cookies with `__Host-` are taken over.
 */
const movableVisitor = (secret: string, value: string, req: Request, name: string): string | undefined =>
  nameOf(req, "visitor").startsWith(hostPrefix) && !name.startsWith(hostPrefix) ? undefined : visitorOfCookie(secret, value);

/** Routes whose answers depend on the visitor: pages with forms, and calls that change data. */
export function visitorRoutes(shop: Shop): Routes {
  const { config, db, now } = shop;
  const secret = config.sessionSecret;
  const sessionOf: FindSession = (token, visitor) => findSession(db, token, { now: now(), demo: config.demoAccounts, visitor });
  const avatar = avatarRoutes(shop);
  const party = relyingPartyOf(config.publicUrl);
  const settings = settingsView(shop, (customerId) => findFactors(db, customerSubject(customerId), party));
  return routes(
    noStore,
    readSettings(shop),
    moveUnprefixedCookies({
      visitor: (value, req, name) => movableVisitor(secret, value, req, name),
      user_id: (value, req) => sessionOf(value, visitorIn(req, secret)),
      checkoutId: (value) => isCheckout(db, value),
    }),
    readVisitor({ findSession: sessionOf, secret }),
    formDrafts(shop),
    paymentRoutes(shop),
    avatar.upload,
    staffForms(shop),
    requireKnownType,
    longForms(staffTextsPath, 1_000_000),
    ...bodyParsers,
    nativeForms,
    sharedRoutes(shop),
    staffRoutes(shop, returnPromoUse),
    identityRoutes(shop, {
      settings,
      visitorGrants: { move: moveGrants, end: endGrants },
      findOrderer: findOrdererIn(shop),
    }),
    checkoutRoutes(shop),
    paymentLinkRoutes(shop),
    pageRoutes(shop),
    avatar.form,
    customerRoutes(shop, { leave, settings, exportData: exportOf(shop) }),
    orderRoutes(shop, { countFavourites: likedBy(shop), botCheck: botCheckForm(config) }),
    cancelationRoutes(shop, returnPromoUse),
    returnRequestRoutes(shop),
    addressRequestRoutes(shop, soldToErrors),
    againRoutes(shop, { path: cartPath, fill: cartFiller(shop) }),
    wishlistRoutes(shop),
  );
}
