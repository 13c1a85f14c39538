import { unitsByVariant } from "../catalog/rules/units.ts";
import { reserve } from "../catalog/stock.ts";
import type { CheckoutRow } from "../checkout/find.ts";
import { chosenMeans } from "../checkout/means-records.ts";
import { lockOwn } from "../checkout/own.ts";
import { priceCheckout } from "../checkout/price-checkout.ts";
import { automaticPromoTaken, redeem } from "../checkout/promos.ts";
import { changedRefusal, findQuote, findShownQuote, type Quote, quotedNow, showQuote } from "../checkout/quotes.ts";
import { readyToPay } from "../checkout/ready.ts";
import { repriceCheckout } from "../checkout/reprice.ts";
import type { LocalTime } from "../checkout/rules/delivery.ts";
import { changesBetween } from "../checkout/rules/terms.ts";
import { isTaxOpen, taxAway } from "../checkout/settle-tax.ts";
import { isStaffVisitor } from "../checkout/staff-visitor.ts";
import type { Tx } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { refuseWithoutParent } from "../orders/supplements.ts";
import { invalidFields, notFound, type Outcome, ok } from "../outcome.ts";
import type { Shop } from "../shop.ts";
import { refuseExchange } from "./exchange.ts";
import { openAttempt, snapshotOrder } from "./open-attempt.ts";
import type { NextStep, PayCall } from "./pay-call.ts";
import { type Attempt, findLastAttempt } from "./queries/attempts.ts";
import { insertReservations, moveCheckout } from "./queries/reservations.ts";
import { limitAfterWork, recordHold } from "./rate-limits.ts";
import { alreadyAnswered } from "./rules/attempt.ts";
import { claimPress, claimRefusedPress, followEarlier, keyMisuse } from "./same-press.ts";
import type { PayTimes } from "./times.ts";

/** How often a payment is prepared at most while others take the last uses of automatic promos. */
const mostRuns = 5;

/**
 * Phase P (docs/checkout.md): decides in one transaction which request pays, and holds stock and
 * promo. `resolved` is an attempt that this call has resolved before. If others took the last use
 * of an automatic promo, it runs again, and then refuses the changed total.
 */
export async function prepare(shop: Shop, payCall: PayCall, times: PayTimes, resolved?: string): Promise<Outcome<NextStep>> {
  let outcome = await prepareOnce(shop, payCall, times, resolved);
  for (let run = 1; run < mostRuns && outcome === automaticPromoTaken; run += 1)
    outcome = await prepareOnce(shop, payCall, times, resolved);
  return outcome;
}

const prepareOnce = (shop: Shop, payCall: PayCall, times: PayTimes, resolved: string | undefined): Promise<Outcome<NextStep>> =>
  transactOutcome(shop.db, async (tx): Promise<Outcome<NextStep>> => {
    const now = shop.now();
    const outcome = await lockOwn(tx, { ...payCall, now });
    if (!outcome.ok) return outcome;
    const checkout = outcome.value;
    // The locked checkout may be a successor or a copy of the checkout that the press named.
    const call = { ...payCall, checkoutId: checkout.id };
    const misuse = await keyMisuse(tx, call, now);
    if (misuse) return misuse;
    if (checkout.orderId) return ok({ step: "respond", outcome: ok({ orderId: checkout.orderId }) });
    const last = await findLastAttempt(tx, call.checkoutId);
    const earlier = await followEarlier(tx, call, { resolved, now, last });
    if (earlier) return ok(earlier);
    if (checkout.state !== "open") return notFound;
    const budget = shop.config.maxDeclinesPerHour;
    const context = { now, local: shop.dates.local(now), budget, last, hasTaxService: shop.tax !== undefined };
    const prepared = await holdAndPrepare(tx, checkout, call, times, context);
    if (prepared.ok) await shop.failpoint("p.before_commit");
    return prepared;
  });

type PrepareInput = { now: number; local: LocalTime; budget: number; last: Attempt | undefined; hasTaxService: boolean };

/**
 * Calculates everything again from the catalogue under the lock. Charges only a total that the
 * shopper was shown.
 */
async function holdAndPrepare(
  tx: Tx,
  checkout: CheckoutRow,
  call: PayCall,
  times: PayTimes,
  { now, local, budget, last, hasTaxService }: PrepareInput,
): Promise<Outcome<NextStep>> {
  const parentGone = await refuseWithoutParent(tx, checkout.supplementOf);
  if (parentGone) return parentGone;
  const priced = await priceCheckout(tx, checkout, now);
  const ready = await readyToPay(tx, checkout, priced);
  if (!ready.ok) return ready;
  if (hasTaxService && isTaxOpen(priced)) return taxAway;
  const chosen = call.meansId === undefined || priced.total === 0 ? ok(undefined) : await chosenMeans(tx, call.meansId);
  if (!chosen.ok) return chosen;
  const byCard = priced.total > 0 && !chosen.value;
  const exchange = await refuseExchange(tx, { checkoutId: checkout.id, byCard, now });
  if (!exchange.ok) return exchange;
  if (byCard && call.cardErrors.length > 0) return invalidFields(call.cardErrors);
  const agreed = await agreedQuote(tx, call, checkout);
  // The removal of a gift changes no total. It still counts as a change, since the shopper was
  // shown the gift.
  if (!agreed || priced.lapsed.gift || changesBetween(agreed, quotedNow(checkout, priced)).length > 0)
    return ok(await refuseChanged(tx, checkout, agreed, call, now));
  // Orders that the staff place for shoppers are not counted for the staff's network.
  const address = isStaffVisitor(call.visitor) ? undefined : call.address;
  const payer = { checkoutId: checkout.id, address, customerId: checkout.customerId };
  // Stock is held without a card by another payment method, and by a page that is not paid on yet.
  const holds = chosen.value !== undefined || (byCard && !call.means);
  const limit = await limitAfterWork(tx, payer, call.work, { byCard, holds, budget, now });
  if (limit) return limit;
  const { promo } = priced;
  if (promo) {
    const redeemed = await redeem(tx, {
      promoId: promo.id,
      batchCode: promo.batchCode,
      checkoutId: checkout.id,
      email: checkout.email,
      customerId: checkout.customerId,
      now,
    });
    if (!redeemed.ok) return promo.automatic ? automaticPromoTaken : redeemed;
  }
  const units = unitsByVariant(priced.lines);
  const reserved = await reserve(tx, units);
  if (!reserved.ok) return reserved;
  if (holds) await recordHold(tx, payer, now);
  const snapshot = snapshotOrder(checkout, priced, ready.value, {
    visitor: call.visitor.id,
    quoteId: agreed.id,
    at: local,
    means: chosen.value,
    isExchange: exchange.value !== undefined,
  });
  const attempt = await openAttempt(tx, snapshot, { lease: times.lease, now, last });
  await insertReservations(tx, attempt.id, units);
  await call.record?.(tx);
  await moveCheckout(tx, checkout.id, { from: "open", to: "paying", now, agreed: { quote_id: agreed.id } });
  return (await claimPress(tx, call, attempt.id, now)) ? ok({ step: "pay", attempt }) : alreadyAnswered();
}

/**
 * The quote that the shopper agreed to: the quote in the request, or else the last quote shown
 * before the press.
 */
const agreedQuote = async (
  tx: Tx,
  { checkoutId, quote, arrivedAt }: PayCall,
  { quoteId }: CheckoutRow,
): Promise<Quote | undefined> =>
  quote === undefined
    ? await findShownQuote(tx, { checkoutId, at: arrivedAt, currentId: quoteId })
    : await findQuote(tx, checkoutId, quote);

/**
 * Stores the new quote. Also stores the keys of this press, so that the same press, sent again,
 * does not agree to the new quote. Returns a step instead of a refusal, since a refusal would roll
 * back.
 */
async function refuseChanged(
  tx: Tx,
  { id }: CheckoutRow,
  agreed: Quote | undefined,
  call: PayCall,
  now: number,
): Promise<NextStep> {
  await claimRefusedPress(tx, call, agreed?.id, now);
  const { checkout, priced } = await repriceCheckout(tx, id, now);
  const quote = await showQuote(tx, checkout, priced, now);
  const changes = agreed ? changesBetween(agreed, quotedNow(checkout, priced)) : [];
  return { step: "respond", outcome: changedRefusal(quote, changes) };
}
