import { expect } from "vitest";
import { paymentPath } from "../../server/checkout/paths.ts";
import type { CardPage } from "../../server/payments/rules/attempt.ts";
import type { Answer } from "../support/browser-of.ts";
import { openShop, type TestShop, type TestShopOptions } from "../support/shop.ts";
import { cardForm, cards, type Shopper } from "./shopper.ts";

/** A shop whose shoppers pay on a page of the test gateway. */
export const hostedShop = (options: TestShopOptions = {}): Promise<TestShop> =>
  openShop({ ...options, env: { ...options.env, PAYMENT_CARD_FORM: "hosted" } });

/** Presses Pay, without a card. */
export const press = ({ browser, checkoutId, quote }: Shopper, more: Record<string, string> = {}): Promise<Answer> =>
  browser.post(paymentPath, { checkoutId, quote, ...more });

/** The gateway's page to which a press leads. */
export function pageIn(answer: Answer): CardPage {
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"page"')]);
  return (answer.body as { data: { page: CardPage } }).data.page;
}

/** Pays on the gateway's page, as a browser that does not go back to the shop. */
export const payOn = ({ address }: CardPage, cardNumber: string = cards.good): Promise<Response> =>
  fetch(address, { method: "POST", redirect: "manual", body: new URLSearchParams(cardForm(cardNumber)) });

/** The attempts of a shop, the oldest first. */
export const attemptsOf = ({ shop }: TestShop) => shop.db.selectFrom("attempt").selectAll().orderBy("n").execute();

/** The state of the only attempt. */
export const stateOf = async (shop: TestShop): Promise<string | undefined> => (await attemptsOf(shop))[0]?.state;

/** How many units of a shopper's variant are held. */
export const heldUnits = async ({ shop }: TestShop): Promise<number> =>
  (await shop.db.selectFrom("variant").select("reserved").where("id", "=", "v-2").executeTakeFirstOrThrow()).reserved;
