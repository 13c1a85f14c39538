import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RequestHandler } from "express";
import { shopCalls } from "./calls.ts";
import type { Config } from "./config.ts";
import { withStatementLimit } from "./db/statement-limit.ts";
import { screenOf } from "./screens.ts";
import type { Shop } from "./shop.ts";
import { throwNotBuilt } from "./web/not-built.ts";
import { cachedAnswer } from "./web/page-cache.ts";
import { readBody } from "./web/read.ts";
import { respond } from "./web/respond.ts";
import { callRoute, type Routes, routes } from "./web/routes.ts";
import { csrfToken } from "./web/token.ts";

/**
 * The longest wait for the database in ms. A load balancer thus learns within two seconds that the
 * database does not respond.
 */
const readyWithin = 1500;

async function pingWithin(ping: Shop["ping"]): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("no answer in time")), readyWithin);
  });
  await Promise.race([withStatementLimit(readyWithin, ping), late]).finally(() => clearTimeout(timer));
}

/**
 * Routes that report whether the process is alive, and whether it accepts requests: the database
 * responds, and the process is not about to end.
 */
export function healthRoutes({ ping, isDraining }: Shop): Routes {
  const alive: RequestHandler = (_req, res) => void res.set("Cache-Control", "no-store").json({ status: "alive" });
  const ready: RequestHandler = async (_req, res) => {
    const silent = () =>
      pingWithin(ping).then(
        () => undefined,
        () => "the database does not respond",
      );
    const failure = isDraining() ? "the shop is about to stop" : await silent();
    res.set("Cache-Control", "no-store").status(failure ? 503 : 200);
    res.json(failure ? { status: "not ready", error: failure } : { status: "ready" });
  };
  return routes(callRoute(shopCalls.isAlive, alive), callRoute(shopCalls.isReady, ready));
}

const openapiFile = join(import.meta.dirname, "../dist/openapi.json");

/**
 * The route of the build's description of all calls, including the staff's calls. The description
 * may be public, since the source is public and each call checks its caller.
 */
export function openapiRoutes({ pages }: Shop): Routes {
  const answer = cachedAnswer(pages, {
    key: () => "openapi",
    make: async () => ({
      html: await readFile(openapiFile, "utf8").catch(throwNotBuilt(openapiFile)),
      headers: { "Content-Type": "application/json; charset=utf-8" },
    }),
  });
  return routes(callRoute(shopCalls.describeCalls, (req, res, next) => answer(undefined, req, res, next)));
}

/**
 * Sends the token in the body and in a header, since a browser may update `document.cookie` later
 * than it receives the answer.
 */
const sendToken =
  ({ cookiePrefix }: Config): RequestHandler =>
  (req, res) => {
    res
      .set({ "X-CSRFToken": csrfToken(req, res), "X-Cookie-Prefix": cookiePrefix })
      .status(204)
      .end();
  };

/** Stores a form of the page at `path`, which may have a prefix. */
const saveDraft: RequestHandler = async (req, res) => {
  const body = readBody(shopCalls.saveDraft, req);
  if (body.ok) await req.saveDraft(screenOf(body.value.path)?.path ?? body.value.path, body.value);
  await respond(req, res, body, { data: () => ({}) });
};

/**
 * Routes of calls that belong to no feature, behind the parsers: the token, and the drafts of forms
 * whose session had ended.
 */
export const sharedRoutes = ({ config }: Shop): Routes =>
  routes(callRoute(shopCalls.findToken, sendToken(config)), callRoute(shopCalls.saveDraft, saveDraft));
