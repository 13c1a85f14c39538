import type { IncomingMessage, ServerResponse } from "node:http";
import express, { type ErrorRequestHandler, type Express, type Request, type Response } from "express";
import { calls, shopCalls } from "./calls.ts";
import { canonicalPath, publicPagePath } from "./canonical-path.ts";
import { publicPaperName } from "./catalog/papers.ts";
import { hasPicture } from "./catalog/pictures.ts";
import { catalogCallRoutes, catalogPages } from "./catalog/routes.ts";
import { hasBanner } from "./content/banners.ts";
import { machineRoutes } from "./content/machine-routes.ts";
import { leadFromOldAddresses } from "./content/redirect-routes.ts";
import { contentPages } from "./content/routes.ts";
import { settingsPath } from "./customers/paths.ts";
import { callAt, leadReadToScreen } from "./form-screens.ts";
import { drawnUrl } from "./media/drawn-urls.ts";
import { mediaRoutes } from "./media/routes.ts";
import { homePath } from "./paths.ts";
import { webhookRoutes } from "./payments/webhook-routes.ts";
import { findProductNotes } from "./product-notes.ts";
import { callPath, screenOf } from "./screens.ts";
import type { Shop } from "./shop.ts";
import { healthRoutes, openapiRoutes } from "./shop-routes.ts";
import { separateStaffHost } from "./staff/host.ts";
import { renderStaffError } from "./staff/render-error.ts";
import { visitorRoutes } from "./visitor-routes.ts";
import { type Bounds, openAdmission } from "./web/admission.ts";
import { staticFiles } from "./web/assets/static.ts";
import { isJsonRead } from "./web/call-refusals.ts";
import { cookieNamesOf } from "./web/cookies.ts";
import { reportRoutes } from "./web/csp-reports/routes.ts";
import { embedding, readableByAll } from "./web/embedding.ts";
import { errorHandler, notFound } from "./web/errors.ts";
import { fixedHeaders, securityHeaders } from "./web/headers.ts";
import { requestLog } from "./web/log.ts";
import { openEarlyAnswers } from "./web/overload.ts";
import { fileRoutes, type Route, type Routes, routeFinder, routes, routesIn, screenRoute } from "./web/routes.ts";
import { warnOfUntrustedProxy } from "./web/untrusted-proxy.ts";

const jsonReads: ReadonlySet<string> = new Set(
  Object.values(calls)
    .filter(isJsonRead)
    .map(({ path }) => path),
);

function openExpress({ config }: Shop): Express {
  const app = express();
  app.disable("x-powered-by");
  app.set("etag", false);
  // Express answers if the error handler itself fails; in production mode its answer has no stack
  // trace.
  app.set("env", "production");
  app.set("query parser", "simple");
  app.set("trust proxy", config.trustProxy);
  app.set("secure cookies", config.production);
  app.set("cookie names", cookieNamesOf(config));
  const { origin } = new URL(config.publicUrl);
  app.set("public origin", origin);
  app.set("own origins", config.staffHost === undefined ? [origin] : [origin, `https://${config.staffHost}`]);

  return app;
}

/** Routes of stored pictures, drawings, avatars, and the papers of products. */
const openMedia = ({ media, log, db, generateImage }: Shop): Routes =>
  mediaRoutes({
    media,
    log,
    generate: generateImage,
    isShown: async (key) => (await hasPicture(db, key)) || hasBanner(db, drawnUrl(key)),
    paperName: (key) => publicPaperName(db, key),
  });

/**
 * Pages that are the same for every visitor. They have their own headers and do not need the
 * middleware of other pages.
 */
const publicPages = (shop: Shop): Routes =>
  routes(
    publicPagePath,
    catalogPages(shop, { notesOf: (details) => findProductNotes(shop, details), leadOn: leadFromOldAddresses(shop, callPath) }),
    contentPages(shop),
  );

/** An app with only the pages for everybody; their requests are not logged. */
export const createPublicApp = (shop: Shop): Express => openExpress(shop).use(publicPages(shop));

/** Turns Node's request into Express's. */
const expressRequest = ({ request }: Express, raw: IncomingMessage): Request =>
  Object.assign(Object.setPrototypeOf(raw, request) as Request, { originalUrl: raw.url ?? "" });

type App = { answer: (req: IncomingMessage, res: ServerResponse) => void; routes: readonly Route[] };

/** The request pipeline in its order, with all routes. */
export function createApp(shop: Shop, bounds: Partial<Bounds> = {}): App {
  const { config, log, outages, render } = shop;
  const headers = securityHeaders(config);
  const headersOfErrors: ErrorRequestHandler = (error, req, res, next) => headers(req, res, () => next(error));
  const pages = publicPages(shop);
  const leadOn = leadFromOldAddresses(shop, callPath);
  const rest = routes(
    headers,
    fileRoutes("/static", readableByAll, staticFiles(shop.assets.find)),
    openMedia(shop),
    healthRoutes(shop),
    webhookRoutes(shop),
    machineRoutes(shop, { changePassword: settingsPath }),
    screenRoute("/", leadOn, (_req, res) => res.redirect(302, homePath)),
    canonicalPath,
    embedding({ origins: config.embedOrigins, callAt }),
    catalogCallRoutes(shop),
    openapiRoutes(shop),
    reportRoutes({
      ...shop,
      publicUrl: config.publicUrl,
      call: shopCalls.reportViolation,
      screenOf: (path) => screenOf(path)?.screen,
    }),
    visitorRoutes(shop),
  );
  const errors = {
    render,
    outages,
    isJsonRead: (path: string) => jsonReads.has(path.replace(/\/$/, "")),
    renderOther: renderStaffError(shop),
  };
  const app = openExpress(shop);
  app.use(
    warnOfUntrustedProxy({ log, trustProxy: config.trustProxy }),
    separateStaffHost(config.staffHost),
    pages,
    headersOfErrors,
    rest,
    leadReadToScreen,
    leadOn,
    notFound(errors),
    errorHandler(errors),
  );
  const note = requestLog(shop);
  const early = openEarlyAnswers({ ...errors, headers: fixedHeaders(config) });
  const all = routesIn([pages, rest]);
  const findRoute = routeFinder(all);
  /**
   * Refuses a request because of overload. Metrics count it under the route that would have
   * answered.
   */
  const refuse = (req: Request, res: Response) => {
    if (shop.countRequest) req.route = { path: findRoute(req) };
    early.overload(req, res);
  };
  const admit = openAdmission({ log, early: { ...early, overload: refuse }, bounds });
  const answer = (raw: IncomingMessage, rawResponse: ServerResponse) => {
    const req = expressRequest(app, raw);
    const res = rawResponse as Response;
    note(req, res, () => admit(req, res, () => app(req, res)));
  };
  return { answer, routes: all };
}
