import { unitsByVariant } from "../catalog/rules/units.ts";
import { reserve } from "../catalog/stock.ts";
import { type CheckoutRow, lockCheckout, mayAct } from "../checkout/find.ts";
import { redeem } from "../checkout/promos.ts";
import { quoteTotal, showQuote } from "../checkout/quotes.ts";
import { readyToPay } from "../checkout/ready.ts";
import { type PricedCheckout, priceCheckout } from "../checkout/totals.ts";
import type { Tx } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { toMoney } from "../money.ts";
import { type FieldError, invalidFields, notFound, type Outcome, ok, refuse } from "../outcome.ts";
import type { Shop } from "../shop.ts";
import type { Visitor } from "../web/visitor.ts";
import { freeze, openAttempt } from "./freeze.ts";
import type { PaymentMeans } from "./gateways/gateway.ts";
import { type Attempt, claimKey, findAttemptByKey, findLastAttempt } from "./queries/attempts.ts";
import { findShownQuote, insertReservations, moveCheckout } from "./queries/holds.ts";
import { changedText, isLeased, isLive, type Paid, toldAt } from "./rules/attempt.ts";
import type { PayTimes } from "./times.ts";
import { tooManyTries } from "./tries.ts";

/** A press on Pay. */
export type PayCall = {
  checkoutId: string;
  visitor: Visitor;
  means: PaymentMeans | undefined;
  /** what is wrong with the card as it was typed; asked only when there is something to pay */
  cardErrors: readonly FieldError[];
  quote: string | undefined;
  idempotencyKey: string | undefined;
  /** the shopper's network address, for the limit on tries */
  address: string;
  /** when the call came in, ms */
  arrivedAt: number;
};

export type Prepared =
  | { step: "answer"; outcome: Outcome<Paid> }
  | { step: "tell"; attempt: Attempt }
  | { step: "wait"; attemptId: string }
  | { step: "resolve"; attempt: Attempt }
  | { step: "pay"; attempt: Attempt };

/** Phase P (checkout contract §5): in one transaction, decide who pays and hold what is paid for. `resolved` is an attempt that this call has cleared up before. */
export const prepare = (shop: Shop, call: PayCall, times: PayTimes, resolved?: string): Promise<Outcome<Prepared>> =>
  transactOutcome(shop.db, async (tx): Promise<Outcome<Prepared>> => {
    const now = shop.now();
    const checkout = await lockCheckout(tx, call.checkoutId);
    if (!checkout || !mayAct(checkout, call.visitor)) return notFound;
    if (checkout.orderId) return ok({ step: "answer", outcome: ok({ orderId: checkout.orderId }) });
    const earlier = await followEarlier(tx, call, { resolved, echo: times.echo, now });
    if (earlier) return ok(earlier);
    if (checkout.state !== "open") return notFound;
    const refusal = await tooManyTries(tx, checkout.id, call.address, now);
    if (refusal) return refusal;
    const prepared = await hold(tx, checkout, call, times, now);
    if (prepared.ok) await shop.failpoint("p.before_commit");
    return prepared;
  });

/** Whoever finds an attempt under way, or came while it was, gets its outcome and starts none of its own. */
async function followEarlier(tx: Tx, call: PayCall, { resolved, echo, now }: Followed): Promise<Prepared | undefined> {
  const named = call.idempotencyKey && (await findAttemptByKey(tx, call.checkoutId, call.idempotencyKey));
  const attempt = named || (await findLastAttempt(tx, call.checkoutId));
  if (!attempt) return undefined;
  if (isLive(attempt.state)) {
    return isLeased(attempt, now) ? { step: "wait", attemptId: attempt.id } : { step: "resolve", attempt };
  }
  const wasUnderWay = attempt.id !== resolved && call.arrivedAt < toldAt(attempt, echo);
  return attempt === named || wasUnderWay ? { step: "tell", attempt } : undefined;
}

type Followed = { resolved: string | undefined; echo: number; now: number };

/** Everything is calculated anew from the catalogue inside the lock; a total that nobody has seen is never charged. */
async function hold(tx: Tx, checkout: CheckoutRow, call: PayCall, times: PayTimes, now: number): Promise<Outcome<Prepared>> {
  const priced = await priceCheckout(tx, checkout, now);
  const ready = await readyToPay(tx, checkout, priced);
  if (!ready.ok) return ready;
  if (priced.total > 0 && call.cardErrors.length > 0) return invalidFields(call.cardErrors);
  const agreed = await agreedQuote(tx, call);
  if (agreed?.total !== priced.total) return ok(await changedTotal(tx, checkout, priced, now));
  const { promo } = priced;
  if (promo) {
    const redeemed = await redeem(tx, { promoId: promo.id, checkoutId: checkout.id, email: checkout.email, now });
    if (!redeemed.ok) return redeemed;
  }
  const units = unitsByVariant(priced.lines);
  const reserved = await reserve(tx, units);
  if (!reserved.ok) return reserved;
  const snapshot = freeze(checkout, priced, ready.value, { visitor: call.visitor.id, quoteId: agreed.id });
  const attempt = await openAttempt(tx, snapshot, times.lease, now);
  await insertReservations(tx, attempt.id, units);
  await moveCheckout(tx, checkout.id, { from: "open", to: "paying", now, agreed: { quote_id: agreed.id } });
  if (!call.idempotencyKey) return ok({ step: "pay", attempt });
  const key = { checkout_id: checkout.id, key: call.idempotencyKey, attempt_id: attempt.id, at: now };
  if (!(await claimKey(tx, key))) throw new Error("an idempotency key was claimed under another's lock");
  return ok({ step: "pay", attempt });
}

/** The total that the shopper agreed to: the one that was named, else the last one shown before the press. */
async function agreedQuote(tx: Tx, call: PayCall): Promise<{ id: string; total: number } | undefined> {
  if (call.quote === undefined) return await findShownQuote(tx, call.checkoutId, call.arrivedAt);
  const total = await quoteTotal(tx, call.checkoutId, call.quote);
  return total === undefined ? undefined : { id: call.quote, total };
}

/** An answer and no refusal: the new quote has to be kept. */
async function changedTotal(tx: Tx, checkout: CheckoutRow, priced: PricedCheckout, now: number): Promise<Prepared> {
  const quote = await showQuote(tx, checkout, priced, now);
  const outcome = { ...refuse(changedText), data: { total: toMoney(quote.total), quote: quote.id } };
  return { step: "answer", outcome };
}
