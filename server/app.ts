import express, { type Express, type RequestHandler, Router } from "express";
import { catalogRoutes } from "./catalog/routes.ts";
import { checkoutRoutes } from "./checkout/routes.ts";
import { contentRoutes } from "./content/routes.ts";
import { mediaRoutes } from "./media/routes.ts";
import { orderRoutes } from "./orders/routes.ts";
import { paymentRoutes } from "./payments/routes.ts";
import { callPath, isGetCall, screenOf } from "./screens.ts";
import type { Shop } from "./shop.ts";
import { bodyParsers, knownType, nativeForms } from "./web/body.ts";
import { errorHandler, notFound } from "./web/errors.ts";
import { noStore, securityHeaders } from "./web/headers.ts";
import { requestLog } from "./web/log.ts";
import { staticFiles } from "./web/static.ts";
import { csrfToken } from "./web/token.ts";
import { readVisitor } from "./web/visitor.ts";

/**
 * Prefixes are taken off, a screen's path gets its canonical form, once and before every route (decisions §1). What is neither screen nor
 * call is nothing: in other letters too, which routes would take for the same, or with a U+0000, which PostgreSQL cannot be asked about.
 */
const canonicalPath: RequestHandler = (req, _res, next) => {
  // From the first "?", since a target may name its host as well: http://shop.example/storefront/?q=tin.
  const at = req.url.indexOf("?");
  const query = at < 0 ? "" : req.url.slice(at);
  const call = callPath(req.path);
  const isCall = (req.method !== "GET" && req.method !== "HEAD") || (call !== undefined && isGetCall(call));
  const path = isCall ? call : screenOf(req.path)?.path;
  req.url = (path === undefined || path.includes("%00") ? "/not-found" : path) + query;
  next();
};

function healthRoutes({ ping }: Shop): Router {
  const alive: RequestHandler = (_req, res) => void res.set("Cache-Control", "no-store").json({ status: "alive" });
  const ready: RequestHandler = async (_req, res) => {
    const failure = await ping().then(
      () => undefined,
      () => "the database does not answer",
    );
    res.set("Cache-Control", "no-store").status(failure ? 503 : 200);
    res.json(failure ? { status: "not ready", error: failure } : { status: "ready" });
  };
  return Router().get("/healthz", alive).get("/readyz", ready);
}

const tokenCall: RequestHandler = (req, res) => {
  csrfToken(req, res);
  res.status(204).end();
};

/** The request pipeline, top to bottom. `assets` is the folder of built static files. */
export function createApp(shop: Shop, assets: string): Express {
  const { config, db, log, now, render } = shop;
  const app = express();
  app.disable("x-powered-by");
  app.set("etag", false);
  // Should the error handler itself fail, Express answers in its place: never with a stack trace.
  app.set("env", "production");
  app.set("query parser", "simple");
  app.set("trust proxy", config.trustProxy);
  app.set("secure cookies", config.production);
  app.set("public origin", new URL(config.publicUrl).origin);

  app.use(requestLog(log), securityHeaders(config.publicUrl));
  app.use("/static", staticFiles(assets));
  app.use(mediaRoutes(config));
  app.use(healthRoutes(shop));
  app.get("/", (_req, res) => res.redirect(302, "/storefront/"));
  app.use(canonicalPath);
  app.use(catalogRoutes(shop), contentRoutes(shop));

  app.use(noStore, readVisitor({ db, now, secret: config.sessionSecret, secure: config.production }));
  app.use(paymentRoutes(shop));
  app.use(knownType, ...bodyParsers, nativeForms);
  app.get("/storefront/api/csrf", tokenCall);
  app.use(checkoutRoutes(shop), orderRoutes(shop));

  app.use(notFound(render), errorHandler(render, log));
  return app;
}
