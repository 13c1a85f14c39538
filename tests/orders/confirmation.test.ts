import { describe, expect, test } from "vitest";
import { returnPromoUse } from "../../server/checkout/promos.ts";
import { cancelForShop } from "../../server/orders/cancel.ts";
import { editOrder } from "../../server/orders/edit.ts";
import { pageOf } from "../checkout/shopper.ts";
import { shopperAt } from "../payments/shopper.ts";
import { beginSession } from "../support/begin-session.ts";
import { openShop } from "../support/shop.ts";

async function paidShopper() {
  const shop = await openShop();
  const shopper = await shopperAt(shop, {
    promo: "TAKE5",
    lines: [
      { variantId: "v-2", quantity: 2 },
      { variantId: "v-3", quantity: 1 },
    ],
  });
  const answer = await shopper.pay();
  const { orderId } = (answer.body as { data: { orderId: string } }).data;
  return { shop, shopper, orderId, path: `/storefront/checkout/confirmation/${orderId}/` };
}

const purchaseIn = (html: string): unknown => {
  const props = /data-island="purchase"[^>]*data-props='([^']*)'/.exec(html)?.[1];
  return props && JSON.parse(props);
};

describe("the confirmation", () => {
  test("shows a guest who paid everything, by the order's id, with or without a final slash (requirements 24, 123)", async () => {
    const { shopper, path } = await paidShopper();

    const page = await shopper.browser.get(path);

    expect(page.status).toBe(200);
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.headers.get("referrer-policy")).toBe("same-origin");
    for (const shown of [
      "1001",
      "ada@example.com",
      "Product 2",
      "× 2",
      "$40.00",
      "TAKE5",
      "−$5.00",
      "$5.95",
      "1 Fern Lane",
      "Standard",
      "Visa ending in 4242",
    ])
      expect([shown, page.text.includes(shown)]).toEqual([shown, true]);
    expect((await shopper.browser.get(path.slice(0, -1))).text).toContain("1001");
    expect((await shopper.browser.get(`/shop/us${path}`)).text).toContain("1001");
  });

  test("says what stands once the order has changed: taken out, refunded, canceled; its purchase is still told once", async () => {
    const { shop, shopper, orderId, path } = await paidShopper();
    const { db, now } = shop.shop;
    const read = async () => {
      const { text } = await shopper.browser.get(path);
      const main = pageOf({ text } as never).querySelector(".confirmation");
      const textIn = (selector: string) => main?.querySelector(selector)?.textContent?.replace(/\s+/g, " ").trim();
      return { head: textIn(".confirmation__head"), receipt: textIn(".receipt"), purchase: purchaseIn(text) };
    };
    await shop.runJobs();
    const fresh = await read();
    const day = shop.shop.dates.day(now()).text;
    expect(fresh.head).toBe(
      `Thank you. Your order is placed. Order number 1001, placed on ${day}. A confirmation is on its way to ada@example.com.`,
    );
    expect([fresh.receipt?.includes("New total"), fresh.purchase !== undefined]).toEqual([false, true]);
    const { id: lineId } = await db
      .selectFrom("order_line")
      .select("id")
      .where("variant_id", "=", "v-2")
      .executeTakeFirstOrThrow();

    await editOrder(db, { orderId, lineId, quantity: 1, actor: "owner" }, now());
    await shop.runJobs();

    const edited = await read();
    expect(edited.head).toBe(`Order 1001 Placed on ${day} Placed Partially refunded`);
    expect(edited.receipt).toMatch(/ 1 taken out .* Taken out−\$20\.10 New total\$56\.21 Refunded\$20\.10$/);
    await cancelForShop(db, orderId, now(), returnPromoUse);
    expect((await read()).head).toMatch(/^Order 1001 Placed on .+ Canceled Refund(ed| on its way)$/);
    await shop.runJobs();
    const canceled = await read();
    expect(canceled.head).toBe(`Order 1001 Placed on ${day} Canceled Refunded`);
    expect(canceled.receipt).toMatch(/ New total\$56\.21 Refunded\$76\.31$/);
    expect(canceled.purchase).toBeUndefined();
  });

  test("tells anybody else that somebody bought, and no more", async () => {
    const { shop, path, shopper } = await paidShopper();

    const page = await shop.browser().get(path);

    expect(page.status).toBe(200);
    expect(page.text).toContain("Thank you");
    for (const secret of ["ada@example.com", "Product 2", "$", "Fern Lane", 'data-island="purchase"'])
      expect([secret, page.text.includes(secret)]).toEqual([secret, false]);
    // The texts must be separate words, since an id may contain the same characters.
    const asWords = /(?<![\w-])(1001|Ada|4242)(?![\w-])/;
    expect(page.text).not.toMatch(asWords);
    shop.pass(24 * 3_600_000);
    expect((await shopper.browser.get(path)).text).not.toMatch(asWords);
  });

  test("shows its owner everything for ever, on any browser", async () => {
    const { shop, path, orderId } = await paidShopper();
    const { db } = shop.shop;
    await db
      .insertInto("customer")
      .values({
        id: "c-1",
        email: "ada@example.com",
        email_norm: "ada@example.com",
        password_hash: null,
        avatar: null,
        pending_email: null,
        disabled_at: null,
        created_at: 1,
      })
      .execute();
    await db.updateTable("orders").set({ customer_id: "c-1" }).where("id", "=", orderId).execute();
    shop.pass(48 * 3_600_000);
    const browser = await beginSession(shop, shop.browser(), "c-1");

    expect((await browser.get(path)).text).toContain("Order number");
  });

  test("reports the purchase to analytics once per order, whoever comes first of those who may see it (requirement 122)", async () => {
    const { shop, shopper, path, orderId } = await paidShopper();
    await shop.browser().get(path);
    await shopper.browser.request("HEAD", path);
    await shopper.browser.request("GET", path, { headers: { "sec-purpose": "prefetch" } });

    const [first, second] = [await shopper.browser.get(path), await shopper.browser.get(path)];

    expect(purchaseIn(first.text)).toEqual({
      transaction_id: "1001",
      currency: "USD",
      value: shopper.total / 100,
      tax: 5.36,
      shipping: 5.95,
      coupon: "TAKE5",
      items: [
        { item_id: "v-2", item_name: "Product 2", item_variant: "Variant 2", price: 20, quantity: 2 },
        { item_id: "v-3", item_name: "Product 3", item_variant: "Variant 3", price: 30, quantity: 1 },
      ],
    });
    expect(purchaseIn(second.text)).toBeUndefined();
    expect(JSON.stringify(purchaseIn(first.text))).not.toContain(orderId);
  });

  test("is a 404 for an order that is not there", async () => {
    const { shop } = await paidShopper();
    for (const path of [
      `/storefront/checkout/confirmation/${"0".repeat(32)}/`,
      "/storefront/checkout/confirmation/%00/",
      "/storefront/checkout/confirmation/",
    ])
      expect([path, (await shop.browser().get(path)).status]).toEqual([path, 404]);
  });

  test("keeps the cookie of another checkout that was begun since", async () => {
    const { shop, shopper, path } = await paidShopper();
    shopper.browser.jar.set("checkoutId", "1".repeat(32));
    await shopper.browser.get(path);
    expect(shopper.browser.jar.get("checkoutId")).toBe("1".repeat(32));
    expect(shop.log.join("")).not.toContain("request failed");
  });
});
