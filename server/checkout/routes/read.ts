import type { Request, RequestHandler } from "express";
import { type Outcome, ok } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readQuery } from "../../web/read.ts";
import { respond } from "../../web/respond.ts";
import { callRoute, type Routes, routes } from "../../web/routes.ts";
import { checkoutCalls } from "../calls.ts";
import { type CheckoutContext, findWhole, type WholeCheckout } from "../change.ts";
import { totalsOf } from "../checkout-json.ts";
import { completed } from "../find.ts";
import { giftChoice } from "../gifts.ts";
import { changesSince } from "../quotes.ts";
import { checkoutQuery, totalsQuery } from "../schema.ts";
import { taxAway } from "../settle-tax.ts";
import { type QuotedCheckout, showCheckout } from "../show.ts";
import { checkoutContext, checkoutWithNotice } from "./request-context.ts";

/** Refuses a completed checkout, which has neither sums nor gifts. */
const ifOpen = <Found extends WholeCheckout>(outcome: Outcome<Found>): Outcome<Found> =>
  outcome.ok && outcome.value.checkout.state === "completed" ? completed : outcome;

/** Calls that read a checkout without changing it. */
export function readRoutes(shop: Shop): Routes {
  const { db } = shop;

  const withQuery = async <Found>(
    req: Request,
    look: (context: CheckoutContext) => Promise<Outcome<Found>>,
  ): Promise<Outcome<Found>> => {
    const query = readQuery(checkoutQuery, req);
    return query.ok ? await look(checkoutContext(shop, req, query.value.checkoutId)) : query;
  };

  const find: RequestHandler = async (req, res) => {
    const checkout = await withQuery(req, (context) => findWhole(db, context));
    await respond(req, res, checkout, { data: await checkoutWithNotice(shop, req, checkout) });
  };

  const totals: RequestHandler = async (req, res) => {
    const query = readQuery(totalsQuery, req);
    const checkout = ifOpen(query.ok ? await showCheckout(db, checkoutContext(shop, req, query.value.checkoutId)) : query);
    // Changes may name an address, which pages of other origins must not learn.
    const before = query.ok && !req.isEmbedded ? query.value.quote : undefined;
    const changes = before !== undefined && checkout.ok ? await changesSince(db, checkout.value, before) : undefined;
    const data = ({ priced, quote }: QuotedCheckout) => ({ ...totalsOf(priced), quote: quote.id, ...(changes && { changes }) });
    await respond(req, res, checkout.ok && checkout.value.priced.isTaxUnknown ? taxAway : checkout, { data });
  };

  const gifts: RequestHandler = async (req, res) => {
    const checkout = ifOpen(await withQuery(req, (context) => findWhole(db, context)));
    await respond(req, res, checkout.ok ? ok(await giftChoice(db, checkout.value, shop.now())) : checkout);
  };

  return routes(
    callRoute(checkoutCalls.findCheckout, find),
    callRoute(checkoutCalls.findTotals, totals),
    callRoute(checkoutCalls.findGifts, gifts),
  );
}
