import type { Request, RequestHandler, Response } from "express";
import { listStock } from "../../catalog/stock-list.ts";
import { findVariants } from "../../catalog/variants.ts";
import { findExchange } from "../../checkout/exchanges.ts";
import { giftChoice } from "../../checkout/gifts.ts";
import { offeredMeans } from "../../checkout/means-records.ts";
import { offeredMethods } from "../../checkout/offered-methods.ts";
import { phoneOrderLinkState } from "../../checkout/phone-order-link.ts";
import { findOpenPhoneOrders, phoneOrderContext } from "../../checkout/phone-orders.ts";
import { readReach } from "../../checkout/shipping-records.ts";
import { consumeNotice, showCheckout } from "../../checkout/show.ts";
import { lookUpOrders, numbersOfOrders } from "../../orders/list.ts";
import { findReplaced } from "../../orders/replacements.ts";
import { ok, type Refusal } from "../../outcome.ts";
import { readLine } from "../../read-text.ts";
import type { Shop } from "../../shop.ts";
import { isNative, RefusedPage, respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffContext } from "../context.ts";
import { type PhoneOrderStep, staffOrderPath, staffPhoneOrderPath, staffPhoneOrdersPath } from "../paths.ts";
import { findStaffNames } from "../people/queries/people.ts";
import { listChanges } from "../records/audit.ts";
import { auditHistory, staffIn } from "../records/history-page.ts";
import { actorOf, auditSourceOf, type StaffParts, staffCall, staffScreen } from "../sign-in/require-staff.ts";
import type { StaffCall } from "../staff-call.ts";
import { mailNotice } from "./mail-notice.ts";
import { beginPhoneOrder } from "./phone-order-actions.ts";
import { phoneOrderCalls } from "./phone-order-calls.ts";
import { type PhoneOrderInput, phoneOrderPage, phoneOrdersPage, phoneOrdersView, phoneOrderView } from "./phone-order-pages.ts";
import { changedParts, changesPrices, type PhoneOrderPress, pressPhoneOrder } from "./phone-order-press.ts";

const mostListed = 100;
const mostFound = 20;

const noticesOf = (config: Shop["config"]): Readonly<Record<PhoneOrderStep | "renewed" | "replaced", string>> => ({
  fields: "Saved.",
  line: "Added.",
  quantity: "Changed.",
  removal: "Removed.",
  gift: "The gift is in the order.",
  contact: "Email saved.",
  note: "Note saved.",
  address: "Address saved.",
  method: "Shipping method saved.",
  promo: "Promo code saved.",
  discount: "Discount saved.",
  shipping: "Shipping price saved.",
  place: "The order is placed.",
  link: mailNotice("The link is on its way.", config),
  renewed: mailNotice("The link is on its way. The earlier one doesn’t work any more.", config),
  revocation: "The link doesn’t work any more.",
  discard: "Discarded.",
  replaced: "The earlier order is canceled. Check this one, which has today’s prices, and email its link.",
});

const calls: Readonly<Record<PhoneOrderStep, (typeof phoneOrderCalls)[keyof typeof phoneOrderCalls]>> = {
  fields: phoneOrderCalls.savePhoneOrderFields,
  line: phoneOrderCalls.addPhoneOrderLine,
  quantity: phoneOrderCalls.setPhoneOrderQuantity,
  removal: phoneOrderCalls.removePhoneOrderLine,
  gift: phoneOrderCalls.choosePhoneOrderGift,
  contact: phoneOrderCalls.setPhoneOrderEmail,
  note: phoneOrderCalls.setPhoneOrderNote,
  address: phoneOrderCalls.setPhoneOrderAddress,
  method: phoneOrderCalls.setPhoneOrderMethod,
  promo: phoneOrderCalls.setPhoneOrderPromo,
  discount: phoneOrderCalls.setPhoneOrderDiscount,
  shipping: phoneOrderCalls.setPhoneOrderShippingPrice,
  place: phoneOrderCalls.placePhoneOrder,
  link: phoneOrderCalls.sendPhoneOrderLink,
  revocation: phoneOrderCalls.revokePhoneOrderLink,
  discard: phoneOrderCalls.discardPhoneOrder,
};

type PhoneOrderRequest = Request<{ id: string }>;
type PageState = { refusal?: Refusal; press?: PhoneOrderPress; step?: PhoneOrderStep };

/**
 * Fields that are not of the order, which every press sends along: the searches, and the method
 * without a card.
 */
const keptFields = ["q", "who", "means"] as const;

/**
 * Routes of checkouts that the staff fill in for somebody on the phone, who pays by a mailed link.
 */
export function phoneOrderStaffRoutes(shop: Shop, parts: StaffParts): Routes {
  const { render, db, now, dates } = shop;
  const notices = noticesOf(shop.config);
  const reading = staffScreen(parts, "orders:read");
  const sourceOf = (req: Request) => ({ ...auditSourceOf(req), actor: actorOf(req) });

  const list: RequestHandler = async (req, res) => {
    const orders = await findOpenPhoneOrders(db, mostListed);
    const names = await findStaffNames(db, staffIn(orders.map(({ taken_by }) => taken_by)));
    const notice = req.query.notice === "discard" ? notices.discard : undefined;
    sendPage(
      res,
      render(phoneOrdersView, phoneOrdersPage(staffContext(req, res), { dates, now: now() }, { orders, names, notice })),
    );
  };

  /** Variants for sale that a search finds, with their present prices. */
  async function foundBy(q: string): Promise<PhoneOrderInput["found"]> {
    if (q === "") return undefined;
    const rows = await listStock(db, { text: q, low: false }, { sort: "name", after: undefined }, mostFound);
    const sellable = await findVariants(
      db,
      rows.map(({ id }) => id),
    );
    return rows.flatMap(({ id, sku }) => {
      const variant = sellable.find((each) => each.id === id);
      return variant ? [{ ...variant, sku }] : [];
    });
  }

  /** The newest order of each shopper whom a search finds. */
  async function earlierOrders(who: string): Promise<PhoneOrderInput["earlier"]> {
    const orders = who === "" ? [] : await lookUpOrders(db, who.toLowerCase(), mostFound);
    const known = orders.filter(({ email }) => email !== "");
    return known.filter(({ email }, at) => known.findIndex((order) => order.email === email) === at);
  }

  const contextOf = (req: Request, checkoutId: string) =>
    phoneOrderContext({ actor: actorOf(req), checkoutId, now: now(), tax: shop.tax });

  const keptIn = (req: PhoneOrderRequest) =>
    Object.fromEntries(keptFields.map((name) => [name, readLine(req.typed[name] ?? req.query[name], 200)])) as Record<
      (typeof keptFields)[number],
      string
    >;

  const renderPage = async (req: PhoneOrderRequest, res: Response, { refusal, press, step }: PageState = {}): Promise<string> => {
    const { id } = req.params;
    const context = contextOf(req as Request, id);
    const checkout = await showCheckout(db, context);
    if (!checkout.ok) throw new RefusedPage(checkout);
    const changes = await listChanges(db, { kind: "phone-order", id }, 50);
    const { takenBy = "", supplementOf } = checkout.value.checkout;
    const names = await findStaffNames(db, staffIn([takenBy, ...changes.map(({ actor }) => actor)]));
    const { q, who, means: chosenMeans } = keptIn(req);
    const exchange = await findExchange(db, id);
    const input = {
      shown: checkout.value,
      names,
      q,
      who,
      earlier: await earlierOrders(who),
      found: await foundBy(q),
      methods: await offeredMethods(db, checkout.value, { dates, now: now() }),
      gifts: await giftChoice(db, checkout.value, now()),
      reach: await readReach(db),
      means: exchange ? [] : await offeredMeans(db),
      chosenMeans,
      exchange,
      parent: supplementOf === undefined ? undefined : (await numbersOfOrders(db, [supplementOf])).get(supplementOf),
      replaces: (await findReplaced(db, id))?.number,
      link: await phoneOrderLinkState(db, id, now()),
      shopperNotice: await consumeNotice(db, checkout.value),
      history: auditHistory(changes, names, dates),
    };
    const isDone = press?.isDone && !(step === "fields" && press.unsaved.size > 0);
    const done = isDone ? step : req.query.notice;
    const notice = Object.entries(notices).find(([name]) => name === done)?.[1];
    const pageState = { notice, refusal, typed: req.typed, ...press };
    return render(phoneOrderView, phoneOrderPage(staffContext(req as Request, res), dates, input, pageState));
  };

  /** A paid phone order redirects to its order. */
  const screen: RequestHandler<{ id: string }> = async (req, res) => {
    const context = contextOf(req as Request, req.params.id);
    const checkout = await showCheckout(db, context);
    const orderId = checkout.ok ? checkout.value.checkout.orderId : undefined;
    const number = orderId === undefined ? undefined : (await numbersOfOrders(db, [orderId])).get(orderId);
    if (number !== undefined) return res.redirect(303, staffOrderPath(number));
    sendPage(res, await renderPage(req, res));
  };

  const begin: RequestHandler = async (req, res) => {
    const outcome = ok({ id: await beginPhoneOrder({ shop, source: sourceOf(req), now: now() }) });
    await respond(req, res, outcome, { next: ({ id }) => staffPhoneOrderPath(id), data: () => ({}) });
  };

  const changedIn = (req: Request | PhoneOrderRequest) => (isNative(req as Request) ? changedParts(req.typed) : []);

  const actionHandler =
    (step: PhoneOrderStep): RequestHandler<{ id: string }> =>
    async (req, res) => {
      const { id } = req.params;
      const input = { shop, checkoutId: id, source: sourceOf(req as Request), now: now() };
      const changed = changedIn(req);
      const press = await pressPhoneOrder(step, input, { typed: req.typed, changed });
      const notice = (done: object): keyof typeof notices => ("isRenewed" in done && done.isRenewed === true ? "renewed" : step);
      const query = (done: object) => {
        const kept = Object.entries(keptIn(req)).filter(([, value]) => value !== "");
        const isSearch = step === "fields" && changed.length === 0;
        return new URLSearchParams([...kept, ...(isSearch ? [] : [["notice", notice(done)]])]);
      };
      await respond<object>(req as Request, res, press.outcome, {
        next: (done) => `${step === "discard" ? staffPhoneOrdersPath : staffPhoneOrderPath(id)}?${query(done)}`,
        rerender: (refusal) => renderPage(req, res, { refusal, press, step }),
        data: () => ({}),
      });
    };

  const writing = staffCall(parts, { needs: "orders:edit" });
  const pricing = staffCall(parts, { needs: phoneOrderCalls.setPhoneOrderDiscount.needs, recent: true });
  const guardOf = (call: StaffCall): RequestHandler => {
    const own = staffCall(parts, { needs: call.needs, recent: "money" in call });
    const savesFields = call !== phoneOrderCalls.discardPhoneOrder;
    return (req, res, next) => (savesFields && changesPrices(changedIn(req)) ? pricing : own)(req, res, next);
  };
  return routes(
    screenRoute(staffPhoneOrdersPath, reading, list),
    callRoute(phoneOrderCalls.beginPhoneOrder, writing, begin),
    screenRoute(staffPhoneOrderPath(":id"), reading, screen),
    ...Object.entries(calls).map(([step, call]) => callRoute(call, guardOf(call), actionHandler(step as PhoneOrderStep))),
  );
}
