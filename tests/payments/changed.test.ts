import { describe, expect, test } from "vitest";
import { linePath } from "../../server/checkout/cart-paths.ts";
import {
  billingPath,
  emailPath,
  methodPath,
  paymentPath,
  promoPath,
  shippingPath,
  totalsPath,
} from "../../server/checkout/paths.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { address, atGateway, cardForm, expectInOrder, quoteNow, type Shopper, shopperAt } from "./shopper.ts";

const elsewhere = { ...address, streetAddress1: "9 Cedar Court" };

type Refused = {
  code: string;
  error: string;
  data: { quote: string; total: { amount: number }; changes: { field: string; old: string; new: string }[] };
};
const refusedOf = ({ body }: { body: unknown }) => body as Refused;
const fieldsOf = (answer: { body: unknown }) => refusedOf(answer).data.changes.map(({ field }) => field);

/** Changes by another tab or the owner between the page load and the press on Pay. */
const changes: [what: string, fields: readonly string[], change: (shopper: Shopper, shop: TestShop) => Promise<unknown>][] = [
  ["the address, at the same total", ["shippingAddress"], (one) => send(one, shippingPath, { shippingAddress: elsewhere })],
  ["the email", ["email"], (one) => send(one, emailPath, { email: "eve@example.com" })],
  ["the method, which costs the same", ["shippingMethod"], chooseEqualMethod],
  ["the lines, at an equal total", ["lines"], swapLines],
  [
    "a price",
    ["total", "lines"],
    (_, { shop }) => shop.db.updateTable("variant").set({ price: 2500 }).where("id", "=", "v-2").execute(),
  ],
  ["what shipping costs", ["total"], (_, { shop }) => shop.db.updateTable("shipping_method").set({ price: 1200 }).execute()],
  ["a tax rate", ["total"], (_, { shop }) => shop.db.updateTable("tax_rate").set({ rate_ppm: 100_000 }).execute()],
  ["the end of a promo", ["total"], (_, { shop }) => shop.db.updateTable("promo").set({ ends_at: 1 }).execute()],
];

const send = async ({ browser, checkoutId }: Shopper, path: string, body: object) => {
  const answer = await browser.post(path, { checkoutId, ...body });
  expect([answer.status, answer.text]).toEqual([200, expect.not.stringContaining('"message"')]);
};

async function chooseEqualMethod(shopper: Shopper, { shop }: TestShop): Promise<void> {
  const method = await shop.db.selectFrom("shipping_method").selectAll().where("id", "=", "standard").executeTakeFirstOrThrow();
  await shop.db
    .insertInto("shipping_method")
    .values({ ...method, id: "pigeon", name: "Pigeon" })
    .execute();
  await send(shopper, methodPath, { shippingMethodId: "pigeon" });
}

async function swapLines(shopper: Shopper, { shop }: TestShop): Promise<void> {
  await shop.db.updateTable("variant").set({ price: 2000 }).where("id", "=", "v-3").execute();
  const { id } = await shop.db
    .selectFrom("checkout_line")
    .select("id")
    .where("checkout_id", "=", shopper.checkoutId)
    .executeTakeFirstOrThrow();
  await send(shopper, linePath, { variantId: "v-3" });
  expect(
    (await shopper.browser.call("DELETE", `${linePath}/remove`, { checkoutId: shopper.checkoutId, lineId: id })).status,
  ).toBe(200);
}

describe.each(engines)("what is paid is what was shown, on %s", (engine) => {
  test.each(changes)("%s changed: 409 with what was and what is, and nothing is charged", async (_what, fields, change) => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop, { promo: "WELCOME10" });
    await change(shopper, shop);

    const refused = await shopper.pay();

    expect([refused.status, refusedOf(refused).code, fieldsOf(refused)]).toEqual([409, "changed", fields]);
    for (const { old, new: now } of refusedOf(refused).data.changes) expect(old).not.toBe(now);
    expect(await atGateway(shop, "authorize")).toEqual([]);
    expect(await shop.shop.db.selectFrom("attempt").selectAll().execute()).toEqual([]);
    expect((await shopper.pay()).status).toBe(409);
    expect((await shopper.pay(undefined, { quote: refusedOf(refused).data.quote })).status).toBe(200);
    await expectInOrder(shop);
  });

  test("a promo swapped for one of equal worth is neither another total nor another line", async () => {
    const shop = await openShop({ engine });
    const { db } = shop.shop;
    await db
      .updateTable("promo")
      .set({ kind: "percent", amount: 10, minimum: 0 })
      .where("code", "in", ["TAKE5", "WELCOME10"])
      .execute();
    const shopper = await shopperAt(shop, { promo: "WELCOME10" });
    const swap = (change: "add" | "remove", promoCode: string) =>
      shopper.browser.call("POST", promoPath(change), { checkoutId: shopper.checkoutId, promoCode }, { csrf: false });
    expect([(await swap("remove", "WELCOME10")).status, (await swap("add", "TAKE5")).status]).toEqual([200, 200]);

    expect((await shopper.pay()).status).toBe(200);
    await expectInOrder(shop);
  });

  test("without a quote, what was shown last is what was agreed to", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    await send(shopper, shippingPath, { shippingAddress: elsewhere });
    const payUnnamed = () => shopper.browser.post(paymentPath, { checkoutId: shopper.checkoutId, paymentDetails: cardForm() });

    const refused = await payUnnamed();

    expect([refused.status, fieldsOf(refused)]).toEqual([409, ["shippingAddress"]]);
    expect((await payUnnamed()).status).toBe(200);
    await expectInOrder(shop);
  });

  test("a change that was taken back is none, and viewing what has not changed keeps its quote", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    expect(await quoteNow(shopper)).toBe(shopper.quote);
    await send(shopper, emailPath, { email: "eve@example.com" });
    expect(await quoteNow(shopper)).not.toBe(shopper.quote);
    await send(shopper, emailPath, { email: "ada@example.com" });

    expect((await shopper.pay()).status).toBe(200);
    await expectInOrder(shop);
  });

  test("the sums tell what differs from the page that asks for them", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    const changesSince = async (quote: string) => {
      const answer = await shopper.browser.get(
        `${totalsPath}?checkoutId=${shopper.checkoutId}&quote=${encodeURIComponent(quote)}`,
      );
      return (answer.body as { data: { changes: { field: string }[] } }).data.changes.map(({ field }) => field);
    };
    expect(await changesSince(shopper.quote)).toEqual([]);
    await send(shopper, emailPath, { email: "eve@example.com" });
    expect([await changesSince(shopper.quote), await changesSince("another’s")]).toEqual([["email"], []]);
  });

  test("“same as shipping” is the checkout's address: another one on the page is refused before the card is sent, with all that changed", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    await send(shopper, shippingPath, { shippingAddress: elsewhere });
    await send(shopper, emailPath, { email: "eve@example.com" });
    const bill = (body: object) =>
      shopper.browser.post(billingPath, { checkoutId: shopper.checkoutId, sameAsShipping: true, ...body });

    const refused = await bill({ billingAddress: address, quote: shopper.quote });

    expect([refused.status, refusedOf(refused).error]).toEqual([409, "Your order’s shipping address and email have changed."]);
    expect(refusedOf(refused).data.changes[0]).toEqual({
      field: "shippingAddress",
      old: "Ada Shopper, 1 Fern Lane, Austin, Texas 73301, United States",
      new: "Ada Shopper, 9 Cedar Court, Austin, Texas 73301, United States",
    });
    expect(fieldsOf(await bill({ billingAddress: address }))).toEqual(["shippingAddress"]);
    expect((await bill({ billingAddress: { ...elsewhere, city: " austin".replace("a", "A") } })).status).toBe(200);
    expect((await shopper.pay(undefined, { quote: refusedOf(refused).data.quote })).status).toBe(200);
    const { street_address_1 } = await shop.shop.db
      .selectFrom("order_address")
      .select("street_address_1")
      .where("kind", "=", "billing")
      .executeTakeFirstOrThrow();
    expect(street_address_1).toBe("9 Cedar Court");
    await expectInOrder(shop);
  });

  test("with scripts off the page comes again under 409, with old and new, and its new quote pays", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    await send(shopper, shippingPath, { shippingAddress: elsewhere });
    const pay = (quote: string) =>
      shopper.browser.form(paymentPath, { checkoutId: shopper.checkoutId, quote, sameAsShipping: "true", ...cardForm() });

    const refused = await pay(shopper.quote);

    expect(refused.status).toBe(409);
    expect(refused.text.replaceAll(/<\/?span[^>]*>/g, "")).toContain(
      "Your shipping address was Ada Shopper, 1 Fern Lane, Austin, Texas 73301, United States and is now",
    );
    expect(await atGateway(shop, "authorize")).toEqual([]);
    expect((await pay(/name="quote" value="([a-f0-9]+)"/.exec(refused.text)?.[1] ?? "")).status).toBe(303);
    await expectInOrder(shop);
  });

  test("the key of a form that met a change starts nothing when it is sent again, and a replay of a paid one is its order", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    await send(shopper, emailPath, { email: "eve@example.com" });
    const quote = refusedOf(await shopper.pay(undefined, { formKey: "form-1", key: "press-1" })).data.quote;

    expect(refusedOf(await shopper.pay(undefined, { formKey: "form-1", quote })).code).toBe("already_answered");
    const paid = await shopper.pay(undefined, { formKey: "form-2", key: "press-2", quote });
    await shop.shop.db.deleteFrom("quote").where("id", "<>", quote).execute();
    const replays = [
      await shopper.pay(undefined, { formKey: "form-2" }),
      await shopper.pay(undefined, { key: "press-2", quote }),
    ];

    expect([paid, ...replays].map(({ status, text }) => [status, text])).toEqual(Array(3).fill([200, paid.text]));
    expect(await atGateway(shop, "authorize")).toHaveLength(1);
  });
});
