import { writeMeans } from "../../server/checkout/means-records.ts";
import { paymentPath } from "../../server/checkout/paths.ts";
import type { MeansFields } from "../../server/checkout/rules/means-fields.ts";
import { transact } from "../../server/db/transaction.ts";
import { moneyStateOf } from "../../server/orders/ledger.ts";
import { act } from "../staff/act-on-order.ts";
import { staffBrowser } from "../staff/staff-fixture.ts";
import { type Engine, openShop, type TestShop, type TestShopOptions } from "../support/shop.ts";
import { type Shopper, shopperAt } from "./shopper.ts";

export const day = 86_400_000;

export const transfer: MeansFields = {
  name: "Bank transfer",
  instructions: "Send it to **account 4711** of First Bank.",
  termDays: 10,
  shipsUnpaid: false,
  active: true,
};

export const setMeans = ({ shop }: TestShop, id: string, fields: Partial<MeansFields> = {}) =>
  transact(shop.db, (tx) => writeMeans(tx, id, { ...transfer, ...fields }));

/** A shop that offers a bank transfer beside cards. */
export async function openMeansShop(engine: Engine, more: Partial<MeansFields> = {}, options: TestShopOptions = {}) {
  const shop = await openShop({ engine, ...options });
  await setMeans(shop, "transfer", more);
  return shop;
}

/** Presses Pay with a payment method without a card, as the island does. */
export const payBy = ({ browser, checkoutId, quote }: Shopper, means: string, more: object = {}) =>
  browser.call("POST", paymentPath, { checkoutId, quote, means, ...more });

/** An order of one unit that a payment method without a card pays; `total` is in cents. */
export async function placeBy(shop: TestShop, means = "transfer") {
  const shopper = await shopperAt(shop, { lines: [{ variantId: "v-2", quantity: 2 }] });
  const answer = await payBy(shopper, means);
  const { orderId: id } = (answer.body as { data: { orderId: string } }).data;
  const { number } = await shop.shop.db.selectFrom("orders").select("number").where("id", "=", id).executeTakeFirstOrThrow();
  return { id, number, total: shopper.total, shopper };
}

export const moneyOf = ({ shop }: TestShop, { id }: { id: string }) => moneyStateOf(shop.db, id);

export const stockOf = async ({ shop }: TestShop) =>
  (await shop.db.selectFrom("variant").select("on_hand").where("id", "=", "v-2").executeTakeFirstOrThrow()).on_hand;

export const stateOf = async ({ shop }: TestShop, { id }: { id: string }) =>
  (await shop.db.selectFrom("orders").select("state").where("id", "=", id).executeTakeFirstOrThrow()).state;

/** Records a payment on the order's page as staff who may refund. */
export async function recordPaid(
  shop: TestShop,
  { number }: { number: number },
  cents: number,
  fields: Record<string, string> = {},
) {
  const owner = await staffBrowser(shop, "owner");
  return await act(owner, number, "payment", { paid: (cents / 100).toFixed(2), day: "2026-01-02", ...fields });
}
