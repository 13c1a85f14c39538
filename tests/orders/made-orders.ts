import { transact } from "../../server/db/transaction.ts";
import { allocate } from "../../server/money.ts";
import { cancelForShop } from "../../server/orders/cancel.ts";
import { discountOrder, previewDiscount } from "../../server/orders/discount.ts";
import { editOrder } from "../../server/orders/edit.ts";
import { fulfilOrder } from "../../server/orders/fulfil.ts";
import { bookCaptured, bookRefunded, bookVoided } from "../../server/orders/ledger.ts";
import { findOrderEvents } from "../../server/orders/queries/events.ts";
import { previewReaddress, readdressOrder } from "../../server/orders/readdress.ts";
import type { FindPricesThere } from "../../server/orders/readdress-fall.ts";
import { recordPayment } from "../../server/orders/record-payment.ts";
import { refundOrder } from "../../server/orders/refund.ts";
import { requestedRefunds, requestRest } from "../../server/orders/request-refund.ts";
import { takeReturn } from "../../server/orders/return.ts";
import { isDecision } from "../../server/orders/rules/decision.ts";
import type { SnapshotLine } from "../../server/orders/snapshot.ts";
import { ok } from "../../server/outcome.ts";
import { address } from "../payments/shopper.ts";
import type { Draws } from "../support/draws.ts";
import type { TestShop } from "../support/shop.ts";
import { lineOf, placed } from "./order-fixture.ts";

const hour = 3_600_000;
const actor = "staff:maker" as const;
const means = { id: "transfer", name: "Bank transfer", instructions: "", shipsUnpaid: true, termDays: 10 };
const noRelease = async () => {};

/** States with their rates in parts per million; Oregon charges no tax. */
const rates = { TX: 82_500, CA: 72_500, NY: 88_750, OR: 0 } as const;

/** New York does not tax the first three products. */
const rateOf = (area: keyof typeof rates, variantId: string): number =>
  area === "NY" && Number(variantId.slice(2)) <= 3 ? 0 : rates[area];

/** The lines of an order with their discount and their tax. */
function linesOf(draws: Draws, area: keyof typeof rates): SnapshotLine[] {
  const lines = Array.from({ length: 1 + draws.below(3) }, (_, at) => lineOf(1 + at * 3 + draws.below(3), 1 + draws.below(4)));
  const sold = lines.map(({ unitPrice, quantity }) => unitPrice * quantity - draws.below(unitPrice));
  const priced = lines.map((line, at) => ({ ...line, unitPrice: Math.ceil((sold[at] ?? 0) / line.quantity) }));
  const gross = priced.map(({ unitPrice, quantity }) => unitPrice * quantity);
  const discount = draws.below(3) === 0 ? draws.below(1 + Math.floor((gross.reduce((a, b) => a + b, 0) * 9) / 10)) : 0;
  const shares = allocate(discount, gross);
  return priced.map((line, at) => {
    const net = (gross[at] ?? 0) - (shares[at] ?? 0);
    const taxPpm = rateOf(area, line.variantId);
    return { ...line, discount: shares[at] ?? 0, net, tax: Math.round((net * taxPpm) / 1e6), taxPpm };
  });
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);

/** Places an order at `at`, by card or by bank transfer. */
async function place({ shop }: TestShop, draws: Draws, at: number) {
  const area = draws.one(["TX", "CA", "NY", "OR"] as const);
  const ppm = rates[area];
  const lines = linesOf(draws, area);
  const shipping = draws.one([0, 595, 1299]);
  const shippingTax = area === "TX" || area === "NY" ? Math.round((shipping * ppm) / 1e6) : 0;
  const subtotal = sum(lines.map(({ unitPrice, quantity }) => unitPrice * quantity));
  const discount = sum(lines.map((line) => line.discount));
  const tax = sum(lines.map((line) => line.tax)) + shippingTax;
  const total = subtotal - discount + shipping + tax;
  const isByMeans = draws.below(4) === 0;
  const order = await placed(shop.db, {
    at,
    email: `shopper-${draws.below(200)}@example.com`,
    ...(isByMeans && { means }),
    promo: discount > 0 ? { id: "promo", code: draws.one(["SPRING", "=SUM(A1)"]) } : null,
    shippingAddress: { ...address, countryArea: area },
    shippingMethod: draws.one([
      { id: "standard", name: "Standard" },
      { id: "express", name: "Express" },
    ]),
    ...{ lines, subtotal, discount, shipping, shippingTax, shippingTaxPpm: shippingTax > 0 ? ppm : 0, tax, total },
  });
  return { ...order, total, isByMeans };
}

/** Books all requested refunds of an order, as their job does after the gateway's answer. */
async function refundAll({ shop }: TestShop, orderId: string, now: number): Promise<void> {
  for (const key of await requestedRefunds(shop.db, orderId))
    await transact(shop.db, (tx) => bookRefunded(tx, orderId, key, now, `ref-${key}`));
}

type MadeOrder = Awaited<ReturnType<typeof place>> & { isPaid: boolean };

/** Cancels an order and books what its job does: it voids the payment, or returns the rest. */
async function cancel(test: TestShop, { id, isPaid, isByMeans }: MadeOrder, now: number): Promise<void> {
  const { db } = test.shop;
  await cancelForShop(db, id, now, noRelease, actor);
  if (!isByMeans && !isPaid) await transact(db, (tx) => bookVoided(tx, id, now + hour));
  if (isPaid) await transact(db, (tx) => requestRest(tx, id, "shop", now + hour));
}

const lineIdsOf = async ({ shop }: TestShop, orderId: string) =>
  await shop.db.selectFrom("order_line").select(["id", "quantity"]).where("order_id", "=", orderId).orderBy("position").execute();

/** Tries to send an order to another state; nothing changes if the order would cost more there. */
async function readdress({ shop: { db } }: TestShop, draws: Draws, { id: orderId }: MadeOrder, now: number): Promise<void> {
  const countryArea = draws.one(["TX", "CA", "NY", "OR"] as const);
  const ppm = rates[countryArea];
  const shippingTaxPpm = countryArea === "TX" || countryArea === "NY" ? ppm : 0;
  const shipping = draws.one([0, 595]);
  const taxOf = (cents: number, ratePpm: number) => Math.round((cents * ratePpm) / 1e6);
  const findPricesThere: FindPricesThere = async (_tx, { lines }) =>
    ok({
      shipping,
      shippingTax: taxOf(shipping, shippingTaxPpm),
      shippingTaxPpm,
      lines: lines.map(({ net, variantId }) => {
        const taxPpm = rateOf(countryArea, variantId);
        return { tax: taxOf(net, taxPpm), taxPpm };
      }),
    });
  const seen = (await findOrderEvents(db, orderId)).filter(isDecision).length;
  const to = { orderId, address: { ...address, countryArea }, acceptPostalCode: true, seen };
  const wish = { ...to, findForbidden: async () => [], findPricesThere };
  const preview = await previewReaddress(db, wish, now);
  if (preview.ok) await readdressOrder(db, { ...wish, actor, shown: preview.value, failpoint: async () => {} }, now);
}

/** Tries to give a discount, agreeing to the sums of the preview; the shop may refuse. */
async function giveDiscount({ shop: { db } }: TestShop, draws: Draws, { id: orderId, total }: MadeOrder, now: number) {
  const kind = draws.one(["percent", "amount"] as const);
  const discount = { kind, amount: 1 + draws.below(kind === "percent" ? 99 : total), reason: "late delivery" };
  const seen = (await findOrderEvents(db, orderId)).filter(isDecision).length;
  const preview = await previewDiscount(db, { orderId, discount, seen });
  if (preview.ok) await discountOrder(db, { orderId, discount, seen, actor, shown: preview.value }, now);
}

/** One of the changes that staff make; a change that the order refuses is left out. */
async function change(test: TestShop, draws: Draws, order: MadeOrder, now: number): Promise<void> {
  const { db } = test.shop;
  const orderId = order.id;
  const line = draws.one(await lineIdsOf(test, orderId));
  const lines = [{ lineId: line.id, quantity: 1 }];
  const changes = {
    edit: () => editOrder(db, { orderId, lineId: line.id, quantity: draws.below(line.quantity), actor }, now),
    discount: () => giveDiscount(test, draws, order, now),
    refundLine: () => refundOrder(db, { orderId, wish: { lines, shipping: draws.below(2) === 0 }, actor }, now),
    refundAmount: () => refundOrder(db, { orderId, wish: { amount: 1 + draws.below(order.total) }, actor }, now),
    refundRest: () => refundOrder(db, { orderId, wish: { all: true }, actor }, now),
    cancel: () => cancel(test, order, now),
    ship: () => fulfilOrder(db, { orderId, now, actor, shipment: { carrier: "UPS", tracking: `1Z${orderId.slice(0, 8)}` } }),
    readdress: () => readdress(test, draws, order, now),
    return: () => takeReturn(db, { orderId, lines, end: draws.one(["restocked", "written_off"]), actor }, now),
  };
  const names = Object.keys(changes) as (keyof typeof changes)[];
  await changes[draws.one([...names, "ship", "return"] as const)]();
  // A request that is not made yet stays one now and then.
  if (draws.below(10) > 0) await refundAll(test, orderId, now + hour);
}

/** Pays a part of an order's total, or all of it; now and then nothing. */
async function payFor({ shop }: TestShop, draws: Draws, order: MadeOrder, now: number): Promise<boolean> {
  if (order.total === 0 || draws.below(8) === 0) return false;
  if (!order.isByMeans) await transact(shop.db, (tx) => bookCaptured(tx, order.id, order.total, now));
  else {
    const amount = draws.below(3) === 0 ? 1 + draws.below(order.total) : order.total;
    await recordPayment(shop.db, { orderId: order.id, amount, day: "today", note: "", actor, seen: 0 }, now);
  }
  return true;
}

/**
 * Makes orders of the last `days` days, and what became of them: discounts at and after the sale, edits, refunds by line
 * and by amount, returns, cancelations, and payments in part without a card.
 */
export async function makeOrders(test: TestShop, draws: Draws, count: number, days: number): Promise<void> {
  const end = test.shop.now();
  for (let n = 0; n < count; n++) {
    const at = end - draws.below(days * 24) * hour - draws.below(hour);
    const order = { ...(await place(test, draws, at)), isPaid: false };
    order.isPaid = await payFor(test, draws, order, at + hour);
    for (let step = draws.below(4); step > 0; step--)
      await change(test, draws, order, Math.min(end - 2 * hour, at + (4 - step) * 30 * hour));
  }
}
