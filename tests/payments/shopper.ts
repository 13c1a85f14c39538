import { expect } from "vitest";
import { createPath } from "../../server/checkout/cart-paths.ts";
import { emailPath, methodPath, paymentPath, promoPath, shippingPath, totalsPath } from "../../server/checkout/paths.ts";
import { findBreaches, findGatewayBreaches } from "../../server/payments/invariants.ts";
import type { PayCall } from "../../server/payments/pay-call.ts";
import type { PayTimes } from "../../server/payments/times.ts";
import { addressWith } from "../support/addresses.ts";
import type { Answer, TestBrowser } from "../support/browser-of.ts";
import type { TestShop } from "../support/shop.ts";
import { cardOf } from "./gateways-live.ts";

export const cards = {
  good: "4242424242424242",
  declined: "4000000000000002",
  partial: "9999990000000121",
  altered: "9999990000000139",
  droppedBefore: "9999990000000022",
  droppedAfter: "9999990000000030",
  lookupDown: "9999990000000154",
  captureFailsFirst: "9999990000000162",
  captureDropped: "9999990000000170",
  voidFailsFirst: "9999990000000196",
  refundDropped: "9999990000000220",
  late: "9999990000000113",
  declinedButCharged: "9999990000000246",
  contradict: "9999990000000253",
  unauthorized: "9999990000000279",
  lookupStale: "9999990000000287",
  held: "9999990000000295",
  unsettled: "9999990000000303",
} as const;

const expiry = `12/${String((new Date().getFullYear() + 2) % 100)}`;
export const cardForm = (cardNumber: string = cards.good) => ({
  cardNumber,
  expirationDate: expiry,
  securityCode: "123",
  cardName: "Ada Shopper",
});

export const address = addressWith({
  firstName: "Ada",
  lastName: "Shopper",
  streetAddress1: "1 Fern Lane",
  city: "Austin",
  postalCode: "73301",
  countryArea: "TX",
});

/** The waits of a payment, shortened for tests. */
export const quick: PayTimes = {
  deadline: 2000,
  lease: 60_000,
  renewEvery: 10_000,
  timeoutMs: 10_000,
  lookEvery: 10,
  lookups: [5, 10, 20, 40],
  lookupDeadline: 2000,
  lookupsWithin: 8000,
  retries: [5, 10],
};

/** A guest with a full cart on the payment page. */
export type Shopper = {
  browser: TestBrowser;
  checkoutId: string;
  /** the quote that stands for the shown total */
  quote: string;
  /** cents */
  total: number;
  pay: (cardNumber?: string, more?: { quote?: string; key?: string; formKey?: string; work?: string }) => Promise<Answer>;
};

type Wish = {
  lines?: { variantId: string; quantity: number }[];
  promo?: string;
  email?: string;
  area?: string;
  postalCode?: string;
};

const ok = (answer: Answer): Answer => {
  expect([answer.status, answer.text]).toEqual([200, expect.not.stringContaining('"message"')]);
  return answer;
};

type Totals = { data: { quote: string; total: { amount: number } } };

export const shopperAt = (shop: TestShop, wish: Wish = {}): Promise<Shopper> => shopperOn(shop.browser(), wish);

/** Makes a guest's calls from the cart up to the payment. */
export async function shopperOn(browser: TestBrowser, wish: Wish = {}): Promise<Shopper> {
  const {
    lines = [{ variantId: "v-2", quantity: 1 }],
    promo,
    email = "ada@example.com",
    area = "TX",
    postalCode = "73301",
  } = wish;
  const created = ok(await browser.post(createPath, { lines }));
  const { checkoutId } = (created.body as { data: { checkoutId: string } }).data;
  ok(await browser.post(emailPath, { checkoutId, email }));
  const shippingAddress = { ...address, countryArea: area, postalCode };
  ok(await browser.post(shippingPath, { checkoutId, shippingAddress, saveForLater: false }));
  ok(await browser.post(methodPath, { checkoutId, shippingMethodId: "standard" }));
  if (promo) ok(await browser.post(promoPath("add"), { checkoutId, promoCode: promo }));
  const { quote, total } = (ok(await browser.get(`${totalsPath}?checkoutId=${checkoutId}`)).body as Totals).data;
  const pay: Shopper["pay"] = (cardNumber, more = {}) =>
    browser.call(
      "POST",
      paymentPath,
      { checkoutId, quote: more.quote ?? quote, formKey: more.formKey, work: more.work, paymentDetails: cardForm(cardNumber) },
      { headers: more.key === undefined ? {} : { "idempotency-key": more.key } },
    );
  return { browser, checkoutId, quote, total: Math.round(total.amount * 100), pay };
}

/** The current quote, as if the page had been loaded again. */
export const quoteNow = async ({ browser, checkoutId }: Shopper): Promise<string> =>
  (ok(await browser.get(`${totalsPath}?checkoutId=${checkoutId}`)).body as Totals).data.quote;

/** Presses Pay without HTTP, for tests that shorten the waits. */
export const callOf = (shop: TestShop, { checkoutId, quote, browser }: Shopper, cardNumber?: string): PayCall => ({
  checkoutId,
  quote,
  visitor: { id: browser.jar.get("visitor")?.split(".")[0], customerId: undefined },
  means: { card: cardOf(cardNumber ?? cards.good) },
  cardErrors: [],
  idempotencyKey: undefined,
  formKey: undefined,
  work: undefined,
  address: "203.0.113.9",
  arrivedAt: shop.shop.now(),
});

/** The gateway's own transactions of one kind. */
export async function atGateway(shop: TestShop, kind: "authorize" | "capture" | "void" | "refund") {
  const listing = await shop.shop.gateway.list({ since: 0, until: Number.MAX_SAFE_INTEGER });
  if (listing.status !== "listed") throw new Error("the gateway listed no transactions");
  return listing.transactions.filter((found) => found.kind === kind);
}

/** The declines that count against a checkout or an address. */
export async function countedDeclines({ shop }: TestShop): Promise<string[]> {
  const rows = await shop.db.selectFrom("counted_try").select("kind").where("kind", "like", "card-declined%").execute();
  return rows.map(({ kind }) => kind).sort();
}

/**
 * Expects that, after all jobs are done, no rule of docs/checkout.md is broken in the shop's
 * database or at the gateway.
 */
export async function expectInOrder(shop: TestShop): Promise<void> {
  await shop.runJobs();
  expect(await findBreaches(shop.shop.db)).toEqual([]);
  expect(await findGatewayBreaches(shop.shop.db, shop.shop.gateway)).toEqual([]);
}
