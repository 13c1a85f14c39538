import { describe, expect, test } from "vitest";
import { pageOf } from "../checkout/shopper.ts";
import { addCustomer, shopWithCustomer, signIn } from "../identity/customer-fixture.ts";
import { proofEngines } from "../support/long-form.ts";
import type { TestShop } from "../support/shop.ts";
import { lineOf, placed } from "./order-fixture.ts";

const overview = "/storefront/dashboard/";
const start = Date.UTC(2026, 0, 10, 12);
const day = 24 * 3_600_000;

const signInCustomer = async (shop: TestShop) => {
  const customer = shop.browser();
  await signIn(customer);
  return customer;
};

const rowsOf = (text: string) =>
  [...pageOf({ text } as never).querySelectorAll(".past-order")].map((row) => row.textContent.replace(/\s+/g, " ").trim());

describe.each(proofEngines)("the overview on %s", (engine) => {
  test("a guest is led to the sign-in and comes back (requirements 25, 245)", async () => {
    const shop = await shopWithCustomer({ engine });
    const answer = await shop.browser().get(overview);
    const next = encodeURIComponent(overview);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `/identity/signin/?next=${next}`]);
  });

  test("a new customer is greeted, finds no orders, and where all else is (requirement 246)", async () => {
    const shop = await shopWithCustomer({ engine });
    const customer = await signInCustomer(shop);
    await customer.post("/storefront/api/customers/wishlist/p-1");

    const { text, headers } = await customer.get(overview);

    expect(text).toContain("<h1>Hello, Ann</h1>");
    expect(text).toContain("No orders yet");
    expect(text).toMatch(/Favorites<\/strong> 1 product</);
    for (const path of ["dashboard/profile/", "dashboard/settings/", "wishlist/"])
      expect(text).toContain(`href="/storefront/${path}"`);
    expect(headers.get("cache-control")).toBe("no-store");
  });

  test("an order says when it was placed, how it stands, what it cost and what was in it (requirement 246)", async () => {
    const shop = await shopWithCustomer({ engine });
    const { id, number } = await placed(shop.shop.db, { at: start, customerId: "ann", lines: [lineOf(2, 2), lineOf(3)] });
    const customer = await signInCustomer(shop);

    const { text } = await customer.get(overview);

    expect(rowsOf(text)).toEqual([`Order ${number} January 10, 2026 Placed Payment authorized $77.60 3 items`]);
    expect(text).toContain(`href="/storefront/dashboard/orders/${id}/"`);
    expect(text.match(/<img src="\/media\/drawn\/fixture-\d.svg" alt="Product \d"/g)).toHaveLength(2);
    expect(text).toContain('<li data-backdrop="white"><img src="/media/drawn/fixture-2.svg"');
  });

  test("up to four pictures stand beside an order, each once, and none for what has none (requirement 246)", async () => {
    const shop = await shopWithCustomer({ engine });
    const lines = [lineOf(1), lineOf(1, 2), { ...lineOf(2), picture: "" }, lineOf(3), lineOf(9)];
    await placed(shop.shop.db, { at: start, customerId: "ann", lines });
    await placed(shop.shop.db, {
      at: start + day,
      customerId: "ann",
      lines: [1, 2, 3, 9, 1].map((n, at) => ({ ...lineOf(n), picture: `/p-${at}.svg` })),
    });
    const customer = await signInCustomer(shop);

    const rows = [...pageOf(await customer.get(overview)).querySelectorAll(".past-order")];

    const pictures = rows.map((row) => [...row.querySelectorAll("img")].map((picture) => picture.getAttribute("src")));
    const drawn = [1, 3, 9].map((n) => `/media/drawn/fixture-${n}.svg`);
    expect(pictures).toEqual([["/p-0.svg", "/p-1.svg", "/p-2.svg", "/p-3.svg"], drawn]);
  });

  test("ten orders stand on a page, the latest first; a page beyond the end is the last, nonsense the first (requirement 246)", async () => {
    const shop = await shopWithCustomer({ engine });
    await addCustomer(shop, "bea");
    for (let n = 0; n < 11; n++) await placed(shop.shop.db, { at: start + n * day, customerId: "ann" });
    await placed(shop.shop.db, { at: start, customerId: "bea" });
    const customer = await signInCustomer(shop);
    const dates = async (query: string) =>
      rowsOf((await customer.get(overview + query)).text).map((row) => /January \d+/.exec(row)?.[0]);

    const first = ["20", "19", "18", "17", "16", "15", "14", "13", "12", "11"].map((date) => `January ${date}`);
    expect(await dates("")).toEqual(first);
    expect(await dates("?page=-3")).toEqual(first);
    expect(await dates("?page=2")).toEqual(["January 10"]);
    expect(await dates("?page=99")).toEqual(["January 10"]);
    expect(
      pageOf(await customer.get(overview))
        .querySelector("[rel=next]")
        ?.getAttribute("href"),
    ).toBe(`${overview}?page=2`);
    expect((await customer.get(overview)).text).toContain("11 total");
  });

  test("nobody sees another customer's orders (requirement 246)", async () => {
    const shop = await shopWithCustomer({ engine });
    await addCustomer(shop, "bea");
    const { number } = await placed(shop.shop.db, { at: start, customerId: "ann" });
    const otherCustomer = shop.browser();
    await signIn(otherCustomer, "bea@example.com");
    const { text } = await otherCustomer.get(overview);
    expect(text).toContain("No orders yet");
    expect(text).not.toContain(`Order ${number}`);
  });
});
