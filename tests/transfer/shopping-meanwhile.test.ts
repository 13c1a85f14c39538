import { describe, expect, test } from "vitest";
import { address, atGateway, cardForm, expectInOrder } from "../payments/shopper.ts";
import type { Answer, TestBrowser } from "../support/browser-of.ts";
import { engines, openShop } from "../support/shop.ts";
import { type FiledProduct, importing, timeoutMs, writtenFile } from "./import-process.ts";

const mugs: readonly FiledProduct[] = Array.from({ length: 800 }, (_, at) => ({
  slug: `mug-${at}`,
  title: `Mug ${at}`,
  pictures: [`Mug ${at} from the front`],
  variants: ["S", "M"].map((size) => ({ sku: `MUG-${at}-${size}`, size, price: "10.00", stock: 1000 })),
}));

const right = (answer: Answer, status = 200): Answer => {
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([status, expect.not.stringContaining('"message"')]);
  return answer;
};

const groupIn = ({ text }: Answer, pattern: RegExp): string => {
  expect(text).toMatch(pattern);
  return pattern.exec(text)?.[1] ?? "";
};

/** Finds a product by a search for `q`, buys it, and returns the order's id. */
async function shop(browser: TestBrowser, q: string): Promise<string> {
  right(await browser.get("/storefront/"));
  right(await browser.get("/storefront/api/search/suggestions?q=mu"));
  const found = right(await browser.get(`/storefront/collections/?q=${q}`));
  const product = right(await browser.get(groupIn(found, /class="card__name"><a href="([^"]+)"/)));
  const variantId = groupIn(product, /name="variantId" value="([\w-]+)"/);
  right(await browser.form("/storefront/cart/add", { variantId, quantity: "1", next: "" }), 303);
  right(await browser.get("/storefront/cart/"));
  const checkoutId = browser.jar.get("checkoutId") ?? "";
  const step = async (name: string, body: Record<string, unknown>) =>
    right(await browser.post(`/storefront/checkout/${name}`, { checkoutId, ...body }));
  await step("email", { email: "ada@example.com" });
  await step("shipping", { shippingAddress: address, saveForLater: false });
  await step("shipping_method", { shippingMethodId: "standard" });
  const payment = right(await browser.get(`/storefront/checkout/payment/${checkoutId}/`));
  const quote = groupIn(payment, /name="quote" value="([a-f0-9]+)"/);
  const paid = right(await browser.post("/storefront/checkout/payment", { checkoutId, quote, paymentDetails: cardForm() }));
  const { orderId } = (paid.body as { data: { orderId: string } }).data;
  right(await browser.get(`/storefront/checkout/confirmation/${orderId}/`));
  return orderId;
}

describe.each(engines)("a shopper while eight hundred products are imported, on %s", { timeout: timeoutMs }, (engine) => {
  test("finds, buys and pays as always, the products that have come in included", async () => {
    const opened = await openShop({ engine, stock: { "v-1": 1000, "v-2": 1000 } });
    const run = importing(opened, await writtenFile(opened, mugs));
    const orders: string[] = [];
    do {
      const mug = await opened.shop.db.selectFrom("product").select("id").where("name", "like", "Mug %").executeTakeFirst();
      orders.push(await shop(opened.browser(), mug && orders.length % 2 ? "mug" : "product"));
    } while (run.isRunning());
    expect(await run.ended).toMatchObject({ code: 0 });
    orders.push(await shop(opened.browser(), "mug"));

    expect(await opened.shop.db.selectFrom("orders").select("id").execute()).toHaveLength(orders.length);
    expect(await atGateway(opened, "authorize")).toHaveLength(orders.length);
    expect(opened.log.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
    await expectInOrder(opened);
  });
});
