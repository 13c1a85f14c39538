import { describe, expect, test } from "vitest";
import { atGateway, cardForm, expectInOrder, type Shopper, shopperAt } from "../payments/shopper.ts";
import type { Answer } from "../support/browser-of.ts";
import { type Engine, engines, openShop, type TestShop } from "../support/shop.ts";
import { type FiledProduct, imported, timeoutMs } from "../transfer/import-process.ts";

type Change = { title?: string; size?: string; stock?: number; published?: boolean };

/**
 * The fixture's v-2, an apparel product at $20.00. A `size` makes it a different variant, and v-2
 * is no longer sold.
 */
const filed = (price: string, change: Change = {}): readonly FiledProduct[] => {
  const { title = "Product 2", size, stock = 10, published = true } = change;
  const variant = size === undefined ? { sku: "SKU-2", price, stock } : { sku: `SKU-2-${size}`, size, price, stock };
  return [{ slug: "product-2", title, type: "Apparel", published, variants: [variant] }];
};

const open = async (engine: Engine) => {
  const shop = await openShop({ engine });
  return { shop, shopper: await shopperAt(shop, { lines: [{ variantId: "v-2", quantity: 2 }] }) };
};

const paymentPage = ({ browser, checkoutId }: Shopper) => browser.get(`/storefront/checkout/payment/${checkoutId}/`);

const charged = async (shop: TestShop) => (await atGateway(shop, "authorize")).map(({ amountCents }) => amountCents);

const orderLines = (shop: TestShop) =>
  shop.shop.db.selectFrom("order_line").select(["unit_price", "quantity", "product_name"]).execute();

const totalOf = ({ body }: Answer) => (body as { data: { total: { amount: number }; quote: string } }).data;

/** Sends the payment page's own form, as a browser without scripts does. */
const payNatively = ({ browser, checkoutId }: Shopper, quote: string) =>
  browser.form("/storefront/checkout/payment", { checkoutId, quote, sameAsShipping: "true", ...cardForm() });

const quoteIn = ({ text }: Answer) => /name="quote" value="([a-f0-9]+)"/.exec(text)?.[1] ?? "";

// Two at $20.00 with standard shipping of $5.95 and 8.25 % tax on the products cost $49.25; two at
// $25.00 cost $60.08.
describe.each(engines)("an import changes what somebody is about to pay for, on %s", { timeout: timeoutMs }, (engine) => {
  test("its price: the total that was shown is not charged, the new one is shown and charged, and the order keeps it", async () => {
    const { shop, shopper } = await open(engine);
    expect([shopper.total, (await paymentPage(shopper)).text.includes("$49.25")]).toEqual([4925, true]);

    await imported(shop, filed("25.00"));
    const refused = await shopper.pay();

    expect([refused.status, refused.body]).toEqual([
      409,
      {
        error: "Your order total has changed.",
        code: "changed",
        data: {
          total: { amount: 60.08, currency: "USD" },
          quote: expect.any(String),
          changes: [
            expect.objectContaining({ field: "total", old: "$49.25", new: "$60.08" }),
            expect.objectContaining({ field: "lines" }),
          ],
          formKey: expect.any(String),
        },
      },
    ]);
    expect(await charged(shop)).toEqual([]);
    const page = await paymentPage(shopper);
    expect([page.text.includes("$60.08"), page.text.includes("$49.25"), quoteIn(page)]).toEqual([
      true,
      false,
      totalOf(refused).quote,
    ]);
    expect((await shopper.pay(undefined, { quote: totalOf(refused).quote })).status).toBe(200);
    expect(await charged(shop)).toEqual([6008]);

    await imported(shop, filed("31.00", { title: "Renamed" }));

    expect(await orderLines(shop)).toEqual([{ unit_price: 2500, quantity: 2, product_name: "Product 2" }]);
    await expectInOrder(shop);
    expect(await charged(shop)).toEqual([6008]);
  });

  test("its price, while the shopper has no scripts: the page comes again with both totals, and pays the new one", async () => {
    const { shop, shopper } = await open(engine);
    await imported(shop, filed("25.00"));

    const answer = await payNatively(shopper, shopper.quote);

    expect(answer.status).toBe(409);
    for (const text of ["Your order total has changed.", "$49.25", "$60.08"]) expect(answer.text).toContain(text);
    expect([await charged(shop), quoteIn(answer) === shopper.quote]).toEqual([[], false]);
    expect((await payNatively(shopper, quoteIn(answer))).status).toBe(303);
    expect(await charged(shop)).toEqual([6008]);
    await expectInOrder(shop);
  });

  test("that it can be had at all: the shopper hears so by name and pays nothing; once it is as before, what was shown holds", async () => {
    const { shop, shopper } = await open(engine);
    const changes: [products: readonly FiledProduct[], words: string][] = [
      [filed("20.00", { stock: 0 }), "“Product 2” is out of stock."],
      [filed("20.00", { stock: 1 }), "Only 1 of “Product 2” is left."],
      [filed("20.00", { size: "L" }), "“Product 2” is no longer sold."],
      [filed("20.00", { published: false }), "“Product 2” is no longer sold."],
    ];
    for (const [products, words] of changes) {
      await imported(shop, products, "--stock");

      const refused = await shopper.pay();
      const native = await payNatively(shopper, shopper.quote);

      expect([refused.status, refused.body]).toEqual([
        409,
        { error: words, code: "out_of_stock", data: { formKey: expect.any(String) } },
      ]);
      expect([words, native.status, native.headers.get("location")]).toEqual([words, 303, "/storefront/cart/"]);
    }
    expect([await charged(shop), await orderLines(shop)]).toEqual([[], []]);
    await imported(shop, filed("25.00"), "--stock");
    await imported(shop, filed("20.00"), "--stock");
    expect((await shopper.pay()).status).toBe(200);
    expect(await charged(shop)).toEqual([4925]);
    await expectInOrder(shop);
  });
});
