import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { laterText, processingText } from "../../server/payments/rules/attempt.ts";
import { TestBrowser } from "../support/browser-of.ts";
import { isProof, often } from "../support/long-form.ts";
import { expectClean, expectSettled, settle } from "./settled.ts";
import { inDatabase, type ShopEnvironment, startShop } from "./shop-process.ts";
import { type Shopper, shopperOn } from "./shopper.ts";

/**
 * `refusals` are the messages of refused payments; `cutOff` counts the carts that could not be
 * filled.
 */
export type Answers = { paid: Set<string>; statuses: Map<number, number>; refusals: Set<string>; cutOff: number };

/** The number of shoppers who did not pay. */
export const unpaid = ({ statuses, cutOff }: Answers): number =>
  [...statuses].reduce((sum, [status, times]) => sum + (status === 200 ? 0 : times), cutOff);

/** Expects that each answer is an order, or explains why there is none. */
async function payAndCount(shopper: Shopper, answers: Answers): Promise<void> {
  const { status, body } = await shopper.pay();
  answers.statuses.set(status, (answers.statuses.get(status) ?? 0) + 1);
  if (status === 200) answers.paid.add((body as { data: { orderId: string } }).data.orderId);
  else answers.refusals.add(String((body as { error?: unknown }).error));
}

/** Prepares shoppers on the payment page; they press Pay after `trouble` has begun. */
export async function payDuring(trouble: () => Promise<void>, url: string, answers: Answers): Promise<void> {
  // These shoppers use other networks than those of `keepPaying`.
  const waiting = await Promise.all(Array.from({ length: 6 }, (_, nth) => shopperIn(url, 60_000 + nth)));
  await trouble();
  await Promise.all(waiting.map((shopper) => payAndCount(shopper, answers)));
}

/** Six shoppers at a time pay, one cart after the other, until they are stopped. */
function keepPaying(url: string): { answers: Answers; stop: () => Promise<void> } {
  const answers: Answers = { paid: new Set(), statuses: new Map(), refusals: new Set(), cutOff: 0 };
  let shoppers = 0;
  let stopped = false;
  const shop = async () => {
    shoppers += 1;
    await payAndCount(await shopperIn(url, shoppers), answers);
  };
  const come = async () => {
    while (!stopped) {
      // A cart that could not be filled is no payment.
      await shop().catch(() => {
        answers.cutOff += 1;
        return pause(50);
      });
    }
  };
  const all = Promise.all(Array.from({ length: 6 }, come));
  const stop = async () => {
    stopped = true;
    await all;
  };
  return { answers, stop };
}

/** A shopper with a filled cart on the payment page, with an own network. */
function shopperIn(url: string, nth: number): Promise<Shopper> {
  const browser = new TestBrowser(url);
  browser.headers = { "x-forwarded-for": `10.${nth >> 8}.${nth & 255}.7` };
  return shopperOn(browser, { email: `s-${nth}@example.com` });
}

export type Place = ShopEnvironment & { processes: () => number[] };

/** Causes trouble with the database of the shop at `url`, and resolves when it is over. */
export type Trouble = (place: Place, url: string, answers: Answers) => Promise<void>;

/** Shoppers pay before, during and after a trouble; then orders and gateway agree to the cent. */
export async function payThrough(place: Place, trouble: Trouble, name: string): Promise<void> {
  const shop = await startShop(place);
  const { answers, stop } = keepPaying(shop.url);
  const { paid, statuses } = answers;
  const morePaid = async (count: number) => {
    for (const before = paid.size; paid.size < before + count; ) await pause(20);
  };
  try {
    await morePaid(often(2, 6));
    await trouble(place, shop.url, answers);
    // Payments succeed as before, without anybody's help.
    await morePaid(often(2, 6));
  } finally {
    await stop();
  }
  // The shop survived, and nobody restarted it.
  await shop.expectRunning();
  await settle(place);
  const { orders, cents } = await expectSettled(place);
  await expectClean(place);
  const known = await inDatabase(place, ({ db }) => db.selectFrom("orders").select("id").execute());
  expect([...paid].filter((id) => !known.some((order) => order.id === id))).toEqual([]);
  // Only the shop's own messages are shown, and no database error.
  expect([...answers.refusals].filter((text) => text !== laterText && text !== processingText)).toEqual([]);
  const said = [...statuses].map(([status, times]) => `${status} ${times} times`).join(", ");
  if (isProof) console.log(`${name}: answers ${said}, ${answers.cutOff} carts cut off; ${orders} orders, ${cents} cents`);
}
