import type { Request, RequestHandler, Response } from "express";
import { pageNumber } from "../catalog/rules/paging.ts";
import { shipToOf } from "../catalog/rules/ship-to.ts";
import { links } from "../links.ts";
import { type Outcome, refuse } from "../outcome.ts";
import type { Shop } from "../shop.ts";
import { nextPath } from "../web/next-path.ts";
import { read } from "../web/read.ts";
import { isNative, respond, sendJson, sendPage } from "../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../web/routes.ts";
import { csrfToken } from "../web/token.ts";
import { type Favourites, wishlistCalls } from "./calls.ts";
import { addFavourite, favouritesOf, removeFavourite } from "./favourites.ts";
import { wishlistPage, wishlistView } from "./pages.ts";
import { wishlistPath } from "./paths.ts";
import { keepPendingFavourite } from "./pending-favourites.ts";
import { guestSignInPath } from "./rules/guest.ts";

const signedOut = refuse("signed_out", "Please sign in to see your favorites.");

/**
 * The path of the form's page, from the referrer. Cached pages are the same for everybody, so their
 * forms cannot contain `next`.
 */
function refererPath(req: Request): string | undefined {
  const from = URL.parse(req.get("referer") ?? "");
  return from && from.origin === req.app.get("public origin") ? nextPath(from.pathname + from.search) : undefined;
}

/**
 * The routes of customers' favourites; guests' favourites stay in the browser (requirements
 * 166–171).
 */
export function wishlistRoutes({ db, now, render }: Shop): Routes {
  const renderWishlist = async (req: Request, res: Response, formError?: string) => {
    const { customerId } = req.visitor;
    const input = {
      customerId,
      shipTo: shipToOf(req.query.ship_to),
      page: pageNumber(req.query.page),
      now: now(),
      token: customerId && csrfToken(req, res),
      formError,
    };
    return render(wishlistView, await wishlistPage(db, input));
  };
  const page: RequestHandler = async (req, res) => sendPage(res, await renderWishlist(req, res));

  const all: RequestHandler = async (req, res) => {
    const { customerId } = req.visitor;
    if (!customerId) return await respond(req, res, signedOut);
    sendJson(res, 200, { wishlist: await favouritesOf(db, customerId) } satisfies Favourites);
  };

  /** Answers in text, as specified; a native form leads back to its page. */
  const answerText = async (req: Request, res: Response, outcome: Outcome<string>) => {
    if (!outcome.ok || isNative(req))
      return await respond(req, res, outcome, { next: wishlistPath, rerender: ({ error }) => renderWishlist(req, res, error) });
    res.type("text/plain").send(outcome.value);
  };
  const heartOf = (req: Request) => {
    const { customerId } = req.visitor;
    return customerId && { customerId, productId: String(req.params.productId) };
  };
  const like: RequestHandler = async (req, res) => {
    const heart = heartOf(req);
    await answerText(req, res, req.staleToken ?? (heart ? await addFavourite(db, heart, now()) : signedOut));
  };
  const unlike: RequestHandler = async (req, res) => {
    const heart = heartOf(req);
    await answerText(req, res, req.staleToken ?? (heart ? await removeFavourite(db, heart) : signedOut));
  };

  /** Handles the native form of cached pages, which contain no token and no customer. */
  const add: RequestHandler = async (req, res) => {
    const body = read(wishlistCalls.addFavouriteByForm.body, req);
    if (!body.ok) return await respond(req, res, body);
    const next = nextPath(body.value.next) ?? refererPath(req) ?? wishlistPath;
    const { customerId } = req.visitor;
    if (!customerId && req.isEmbedded) return await respond(req, res, signedOut);
    if (!customerId) {
      keepPendingFavourite(req, res, body.value.productId);
      return void res.redirect(303, guestSignInPath(links.signIn, next));
    }
    await respond(req, res, await addFavourite(db, { customerId, productId: body.value.productId }, now()), { next });
  };

  return routes(
    screenRoute(wishlistPath, page),
    callRoute(wishlistCalls.findFavourites, all),
    callRoute(wishlistCalls.addFavourite, like),
    callRoute(wishlistCalls.removeFavourite, unlike),
    callRoute(wishlistCalls.addFavouriteByForm, add),
  );
}
