import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler, type Response } from "express";
import { calls, shopCalls } from "./calls.ts";
import { hasPicture } from "./catalog/pictures.ts";
import { catalogCallRoutes, catalogPages } from "./catalog/routes.ts";
import { cartPath } from "./checkout/cart-paths.ts";
import { clearCheckoutCookie } from "./checkout/cookie.ts";
import { findDeliverySpan } from "./checkout/delivery.ts";
import { isCheckout } from "./checkout/find.ts";
import { returnPromoUse } from "./checkout/promos.ts";
import { cartFiller } from "./checkout/routes/refill.ts";
import { checkoutRoutes } from "./checkout/routes.ts";
import type { Config } from "./config.ts";
import { hasBanner } from "./content/banners.ts";
import { machineRoutes } from "./content/machine-routes.ts";
import { contentPages } from "./content/routes.ts";
import { settingsPath } from "./customers/paths.ts";
import { avatarRoutes } from "./customers/routes/avatar.ts";
import { settingsView } from "./customers/routes/settings.ts";
import { customerRoutes } from "./customers/routes.ts";
import { customerSubject } from "./customers/security-events.ts";
import { findSession } from "./customers/sessions.ts";
import { callAt, isCallPath, leadReadToScreen } from "./form-screens.ts";
import { botCheckForm } from "./identity/bot-check/bot-check.ts";
import { findFactors } from "./identity/factors/find.ts";
import { identityRoutes } from "./identity/routes.ts";
import { newId } from "./ids.ts";
import { drawnUrl } from "./media/drawn-urls.ts";
import { mediaRoutes } from "./media/routes.ts";
import { endGrants, moveGrants } from "./orders/grants.ts";
import { findOrderer } from "./orders/orderer.ts";
import { againRoutes } from "./orders/routes/again.ts";
import { cancelationRoutes } from "./orders/routes/cancelation.ts";
import { orderRoutes } from "./orders/routes.ts";
import { homePath } from "./paths.ts";
import { paymentLinkRoutes } from "./payments/link-routes.ts";
import { paymentRoutes } from "./payments/routes.ts";
import { exportPerson } from "./personal-data/export.ts";
import { findSubject } from "./personal-data/queries/subject.ts";
import { callPath, type Found, isGetCall, type Screen, screenOf } from "./screens.ts";
import type { Shop } from "./shop.ts";
import { staticFiles } from "./web/assets/static.ts";
import { bodyParsers, nativeForms, requireKnownType } from "./web/body.ts";
import { isJsonRead } from "./web/call-refusals.ts";
import { cookieNames, hostPrefix, nameOf } from "./web/cookies.ts";
import { reportRoutes } from "./web/csp-reports/routes.ts";
import { embedding, readableByAll } from "./web/embedding.ts";
import { errorHandler, notFound } from "./web/errors.ts";
import { formDrafts } from "./web/form-drafts.ts";
import { noStore, securityHeaders } from "./web/headers.ts";
import { requestLog } from "./web/log.ts";
import { readBody } from "./web/read.ts";
import { respond } from "./web/respond.ts";
import { callRoute, fileRoutes, type Route, type Routes, routes, routesIn, screenRoute } from "./web/routes.ts";
import { clearSessionCookie } from "./web/session-cookie.ts";
import { csrfToken } from "./web/token.ts";
import { moveUnprefixedCookies } from "./web/unprefixed-cookies.ts";
import { warnOfUntrustedProxy } from "./web/untrusted-proxy.ts";
import {
  type FindSession,
  readVisitor,
  type Visitor,
  visitorIn,
  visitorOfCookie,
  visitorOfEarlierRelease,
} from "./web/visitor.ts";
import { favouritesOf } from "./wishlist/favourites.ts";
import { wishlistRoutes } from "./wishlist/routes.ts";

/**
 * From the first "?", since a target may name its host as well:
 * http://shop.example/storefront/?q=tin.
 */
function queryOf({ url }: Request): string {
  const at = url.indexOf("?");
  return at < 0 ? "" : url.slice(at);
}

const isRead = ({ method }: Request): boolean => method === "GET" || method === "HEAD";

/** The screen of a request, unless it is a call. */
function screenAt(req: Request): Found | undefined {
  const call = callPath(req.path);
  return isRead(req) && !(call !== undefined && isGetCall(call)) ? screenOf(req.path) : undefined;
}

const publicScreens: ReadonlySet<Screen> = new Set(["listing", "product", "home", "landing", "content-page"]);

/**
 * Pages for everybody are recognised by their path, before any middleware that they do not need.
 */
const publicPagePath: RequestHandler = (req, _res, next) => {
  const found = screenAt(req);
  if (!found || !publicScreens.has(found.screen) || found.path.includes("%00")) return next("router");
  req.url = found.path + queryOf(req);
  next();
};

/**
 * Removes prefixes and gives a screen's path its canonical form, once and before every route
 * (decisions §1). A path that is neither a screen's nor a call's gets 404: also with a U+0000, which
 * PostgreSQL refuses. A visitor's page has no second path, which a cache might take for a file's.
 */
const canonicalPath: RequestHandler = (req, res, next) => {
  const found = screenAt(req);
  if (found?.elsewhere) {
    noStore(req, res, () => res.redirect(302, found.path + queryOf(req)));
    return;
  }
  const path = found?.path ?? callOf(req);
  req.url = (path === undefined || path.includes("%00") ? "/not-found" : path) + queryOf(req);
  next();
};

function callOf(req: Request): string | undefined {
  const call = callPath(req.path);
  return !isRead(req) || (call !== undefined && (isGetCall(call) || isCallPath(call))) ? call : undefined;
}

const jsonReads: ReadonlySet<string> = new Set(
  Object.values(calls)
    .filter(isJsonRead)
    .map(({ path }) => path),
);

function healthRoutes({ ping }: Shop): Routes {
  const alive: RequestHandler = (_req, res) => void res.set("Cache-Control", "no-store").json({ status: "alive" });
  const ready: RequestHandler = async (_req, res) => {
    const failure = await ping().then(
      () => undefined,
      () => "the database does not respond",
    );
    res.set("Cache-Control", "no-store").status(failure ? 503 : 200);
    res.json(failure ? { status: "not ready", error: failure } : { status: "ready" });
  };
  return routes(callRoute(shopCalls.isAlive, alive), callRoute(shopCalls.isReady, ready));
}

/**
 * The token is in a header too: a browser may update `document.cookie` later than the answer
 * itself.
 */
const sendToken =
  ({ cookiePrefix }: Config): RequestHandler =>
  (req, res) => {
    res
      .set({ "X-CSRFToken": csrfToken(req, res), "X-Cookie-Prefix": cookiePrefix })
      .status(204)
      .end();
  };

/** Keeps a form of the page at `path`, which may have a prefix. */
const saveDraft: RequestHandler = async (req, res) => {
  const sent = readBody(shopCalls.saveDraft, req);
  if (sent.ok) await req.saveDraft(screenOf(sent.value.path)?.path ?? sent.value.path, sent.value);
  await respond(req, res, sent, { data: () => ({}) });
};

/**
 * For changes that end all sessions: renews this browser's visitor, by the id where one is given,
 * and clears its session and the customer's checkout (decisions §4, §5).
 */
const leave = (req: Request, res: Response, visitor = newId()): void => {
  req.renewVisitor(res, visitor);
  clearSessionCookie(req, res);
  clearCheckoutCookie(req, res);
};

const likedBy =
  ({ db }: Shop) =>
  async (customerId: string) =>
    (await favouritesOf(db, customerId)).length;

/** What is a customer's by the account alone: an email may be another's until it is confirmed. */
const exportOf =
  ({ db, now, config: { publicUrl } }: Shop) =>
  async (customerId: string) =>
    exportPerson(db, await findSubject(db, { customerId, email: undefined }), { publicUrl, now: now() });

const findOrdererIn =
  ({ db, now }: Shop) =>
  (visitor: Visitor, orderId: string) =>
    findOrderer(db, visitor, orderId, now());

function openExpress({ config }: Shop): Express {
  const app = express();
  app.disable("x-powered-by");
  app.set("etag", false);
  // If the error handler itself fails, Express answers: never with a stack trace.
  app.set("env", "production");
  app.set("query parser", "simple");
  app.set("trust proxy", config.trustProxy);
  app.set("secure cookies", config.production);
  app.set("cookie names", cookieNames(config.cookiePrefix, config.production && config.publicUrl.startsWith("https:")));
  app.set("public origin", new URL(config.publicUrl).origin);

  return app;
}

/** Pictures: stored, drawn, and avatars. */
const openMedia = ({ config, db, generateImage }: Shop): Routes =>
  mediaRoutes({
    dataDir: config.dataDir,
    generate: generateImage,
    isShown: async (key) => (await hasPicture(db, key)) || hasBanner(db, drawnUrl(key)),
  });

/** Footers link to the content pages that there are just now. */
const readLinks =
  ({ footerLinks }: Shop): RequestHandler =>
  async (_req, _res, next) => {
    await footerLinks.refresh();
    next();
  };

/**
 * Every host of the site can set a cookie without `__Host-`: a name with it takes over only what an
 * earlier release signed, which no session is issued to any more.
 */
const movableVisitor = (secret: string, value: string, req: Request, name: string): string | undefined =>
  nameOf(req, "visitor").startsWith(hostPrefix) && !name.startsWith(hostPrefix)
    ? visitorOfEarlierRelease(secret, value)
    : visitorOfCookie(secret, value);

/** Routes that depend on their visitor: pages with forms, and calls that change something. */
function visitorRoutes(shop: Shop): Routes {
  const { config, db, now } = shop;
  const secret = config.sessionSecret;
  const sessionOf: FindSession = (token, visitor) => findSession(db, token, { now: now(), demo: config.demoAccounts, visitor });
  const avatar = avatarRoutes(shop);
  const settings = settingsView(shop, (customerId) => findFactors(db, customerSubject(customerId)));
  return routes(
    noStore,
    readLinks(shop),
    moveUnprefixedCookies({
      visitor: (value, req, name) => movableVisitor(secret, value, req, name),
      user_id: (value, req) => sessionOf(value, visitorIn(req, secret)),
      checkoutId: (value) => isCheckout(db, value),
    }),
    readVisitor({ findSession: sessionOf, secret }),
    formDrafts(shop),
    paymentRoutes(shop),
    avatar.upload,
    requireKnownType,
    ...bodyParsers,
    nativeForms,
    callRoute(shopCalls.findToken, sendToken(config)),
    callRoute(shopCalls.saveDraft, saveDraft),
    identityRoutes(shop, {
      settings,
      visitorGrants: { move: moveGrants, end: endGrants },
      findOrderer: findOrdererIn(shop),
    }),
    checkoutRoutes(shop),
    paymentLinkRoutes(shop),
    avatar.form,
    customerRoutes(shop, { leave, settings, exportData: exportOf(shop) }),
    orderRoutes(shop, { countFavourites: likedBy(shop), botCheck: botCheckForm(config) }),
    cancelationRoutes(shop, returnPromoUse),
    againRoutes(shop, { path: cartPath, fill: cartFiller(shop) }),
    wishlistRoutes(shop),
  );
}

/** The request pipeline in its order, and the routes that it has. */
export function createApp(shop: Shop): { app: Express; routes: readonly Route[] } {
  const { config, log, render } = shop;
  const headers = securityHeaders(config);
  const headersOfErrors: ErrorRequestHandler = (error, req, res, next) => headers(req, res, () => next(error));
  // Pages for everybody have their own headers and need nothing of what follows.
  const pages = routes(publicPagePath, catalogPages(shop, { deliverySpan: findDeliverySpan }), contentPages(shop));
  const rest = routes(
    headers,
    fileRoutes("/static", readableByAll, staticFiles(shop.assets.find)),
    openMedia(shop),
    healthRoutes(shop),
    machineRoutes(shop, { changePassword: settingsPath }),
    screenRoute("/", (_req, res) => res.redirect(302, homePath)),
    canonicalPath,
    embedding({ origins: config.embedOrigins, callAt }),
    catalogCallRoutes(shop),
    reportRoutes({
      ...shop,
      publicUrl: config.publicUrl,
      call: shopCalls.reportViolation,
      screenOf: (path) => screenOf(path)?.screen,
    }),
    visitorRoutes(shop),
  );
  const errors = { render, log, isJsonRead: (path: string) => jsonReads.has(path.replace(/\/$/, "")) };
  const app = openExpress(shop);
  app.use(
    requestLog(shop),
    warnOfUntrustedProxy({ log, trustProxy: config.trustProxy }),
    pages,
    headersOfErrors,
    rest,
    leadReadToScreen,
    notFound(errors),
    errorHandler(errors),
  );
  return { app, routes: routesIn([pages, rest]) };
}
