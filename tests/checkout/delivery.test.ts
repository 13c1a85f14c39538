import { expect, test } from "vitest";
import { shopperAt } from "../payments/shopper.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { shopperIn, texas } from "./shopper.ts";

/** A Wednesday at ten o'clock in New York. */
const morning = Date.UTC(2027, 11, 1, 15);
const [standard, overnight, later] = ["Wed, Dec 8 – Fri, Dec 10, 2027", "Thu, Dec 2, 2027", "Thu, Dec 9 – Mon, Dec 13, 2027"];

const setDays = ({ shop }: TestShop, id: string, from: number, to: number) =>
  shop.db.updateTable("shipping_method").set({ days_from: from, days_to: to, cutoff: 720 }).where("id", "=", id).execute();

async function shopWithDays(engine: TestShop["shop"]["engine"]): Promise<TestShop> {
  const shop = await openShop({ engine });
  shop.pass(morning - Date.now());
  await setDays(shop, "standard", 5, 7);
  await setDays(shop, "overnight", 1, 1);
  return shop;
}

for (const engine of engines) {
  test(`a product page says how many business days delivery takes, once the owner says so, and no date (${engine})`, async () => {
    const shop = await openShop({ engine, pays: false });
    const text = async (query = "") => (await shop.browser().get(`/storefront/products/product-2/${query}`)).text;
    expect(await text()).not.toContain("business day");

    await setDays(shop, "standard", 5, 7);
    await setDays(shop, "overnight", 1, 1);

    const span = "Standard delivery in 5–7 business days, overnight in 1 day";
    await expect.poll(() => text()).toContain(span);
    expect(await text("?ship_to=ON")).toContain("Standard delivery in 5–7 business days<");
    await shop.shop.db.updateTable("variant").set({ on_hand: 0 }).where("id", "=", "v-2").execute();
    await expect.poll(() => text()).not.toContain("business day");
    await shop.shop.db.updateTable("variant").set({ on_hand: 9 }).where("id", "=", "v-2").execute();
    await expect.poll(() => text()).toContain(span);
    await shop.shop.db.updateTable("shipping_method").set({ active: 0 }).execute();
    await expect.poll(() => text()).not.toContain("business day");
  });

  test(`the checkout tells the days of arrival by the shop's clock, and the order keeps what it told (${engine})`, async () => {
    const shop = await shopWithDays(engine);
    const shopper = await shopperIn(shop, { "v-2": 1 });
    await shopper.email();
    await shopper.ship(texas);
    const methods = (await shopper.page("shipping_method")).text;
    expect(methods).toContain(`Arrives ${standard}`);
    expect(methods).toContain(`Arrives ${overnight}`);
    await shopper.method();
    expect((await shopper.page("payment")).text).toContain(`Standard, arrives ${standard}`);
    // The clock moves to noon, the cut-off time.
    shop.pass(2 * 3_600_000);
    expect((await shopper.page("payment")).text).toContain(`Standard, arrives ${later}`);

    const { browser, pay } = await shopperAt(shop);
    const { orderId } = ((await pay()).body as { data: { orderId: string } }).data;
    await setDays(shop, "standard", 20, 30);
    shop.pass(5 * 3_600_000);
    await shop.runJobs();

    const row = await shop.shop.db
      .selectFrom("orders")
      .select(["delivery_from", "delivery_to"])
      .where("id", "=", orderId)
      .executeTakeFirst();
    expect(row).toEqual({ delivery_from: "2027-12-09", delivery_to: "2027-12-13" });
    const { text } = await browser.get(`/storefront/checkout/confirmation/${orderId}/`);
    expect(text).toContain(`Estimated delivery: ${later}`);
    const [email] = (await emailsIn(shop.directory)).filter(({ to }) => to === "ada@example.com");
    expect(email?.text.match(/Estimated delivery: Thu, Dec 9 /g)).toHaveLength(2);
  });
}

test("a method whose owner does not say how long it takes is offered and bought without an estimate", async () => {
  const shop = await openShop();
  const shopper = await shopperAt(shop);
  const methods = (await shopper.browser.get(`/storefront/checkout/shipping_method/${shopper.checkoutId}/`)).text;
  const { orderId } = ((await shopper.pay()).body as { data: { orderId: string } }).data;
  await shop.runJobs();
  const { text } = await shopper.browser.get(`/storefront/checkout/confirmation/${orderId}/`);
  const [email] = await emailsIn(shop.directory);
  for (const shown of [methods, text, email?.text ?? ""]) {
    expect(shown).toContain("Standard");
    expect(shown).not.toMatch(/arrives|estimated delivery|undefined|null|NaN/i);
  }
});
