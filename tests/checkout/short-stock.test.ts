import { describe, expect, test } from "vitest";
import type { TestShop } from "../support/shop.ts";
import { engines, fieldValue, openOn, pageOf, type Shopper, shopperAtPayment, sqlOf, textOf } from "./shopper.ts";

const steps = ["contact", "shipping", "shipping_method", "payment"];
const cartPage = async ({ browser }: Shopper) => pageOf(await browser.get("/storefront/cart/"));

/** Reserves all but `left` units for others. */
async function leave(shop: TestShop, variantId: string, left: number): Promise<void> {
  const { on_hand } = await sqlOf(shop)
    .selectFrom("variant")
    .select("on_hand")
    .where("id", "=", variantId)
    .executeTakeFirstOrThrow();
  await sqlOf(shop)
    .updateTable("variant")
    .set({ reserved: on_hand - left })
    .where("id", "=", variantId)
    .execute();
}

const led = async (shopper: Shopper) =>
  Promise.all(
    steps.map(async (step) => {
      const { status, headers } = await shopper.page(step);
      return `${step} ${status} ${headers.get("location")}`;
    }),
  );

describe.each(engines)("short stock on %s", (engine) => {
  test("every step leads to the cart, which names what is left on the line", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperAtPayment(shop, { "v-2": 3, "v-3": 1 });
    await leave(shop, "v-2", 2);

    expect(await led(shopper)).toEqual(steps.map((step) => `${step} 303 /storefront/cart/`));

    const page = await cartPage(shopper);
    expect(textOf(page, ".notice")).toBe("Some items have run out. Change the marked items to continue.");
    expect(page.querySelectorAll(".line__note--warning")).toHaveLength(1);
    expect(textOf(page, ".line__note--warning")).toBe("Only 2 of this item are left.");
  });

  test("“Make it 2” is a form that mends it, and the steps go on with what was said (scripts off)", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperAtPayment(shop, { "v-2": 5 });
    await leave(shop, "v-2", 2);
    const page = await cartPage(shopper);
    const button = page.querySelector("[aria-label^='Make it 2']");
    const form = button?.closest("form");
    const fields = Object.fromEntries(
      ["checkoutId", "lineId", "quantity", "_method", "_csrf"].map((name) => [
        name,
        form?.querySelector(`[name="${name}"]`)?.getAttribute("value") ?? "",
      ]),
    );

    const mended = await shopper.browser.form(form?.getAttribute("action") ?? "", fields);

    expect([mended.status, mended.headers.get("location")]).toEqual([303, "/storefront/cart/"]);
    expect((await shopper.line("v-2"))?.quantity).toBe(2);
    expect((await shopper.page("payment")).status).toBe(200);
    expect((await cartPage(shopper)).querySelector(".notice")).toBeNull();
  });

  test("what is sold out, or no longer sold, can only be removed", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperAtPayment(shop, { "v-2": 1, "v-3": 1 });
    await leave(shop, "v-2", 0);
    await sqlOf(shop).updateTable("product").set({ published: 0 }).where("id", "=", "p-3").execute();

    const page = await cartPage(shopper);

    expect([...page.querySelectorAll(".line__note--warning")].map(({ textContent }) => textContent)).toEqual([
      "This item is out of stock.",
      "This item is out of stock.",
    ]);
    expect(page.body.textContent).not.toContain("Make it");
    for (const variantId of ["v-2", "v-3"]) {
      const lineId = (await shopper.line(variantId))?.id ?? "";
      const csrf = fieldValue(await cartPage(shopper), "_csrf") ?? "";
      await shopper.form("/storefront/checkout/line/remove", { lineId, _method: "DELETE", _csrf: csrf });
    }
    expect(textOf(await cartPage(shopper), "main h2")).toBe("Your cart is empty");
  });

  test("what was typed into a step is kept, and its next step leads to the cart", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperAtPayment(shop, { "v-2": 3 });
    const csrf = fieldValue(pageOf(await shopper.page("contact")), "_csrf") ?? "";
    await leave(shop, "v-2", 2);

    const continued = await shopper.form("/storefront/checkout/email", { email: "late@example.com", _csrf: csrf });

    expect(continued.headers.get("location")).toBe(`/storefront/checkout/shipping/${shopper.checkoutId}/`);
    expect((await shopper.page("shipping")).headers.get("location")).toBe("/storefront/cart/");
    expect((await shopper.find()).email).toBe("late@example.com");
  });

  test("a cart that another tab emptied leads to the cart", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperAtPayment(shop, { "v-2": 1 });
    await sqlOf(shop).deleteFrom("checkout_line").execute();

    expect(await led(shopper)).toEqual(steps.map((step) => `${step} 303 /storefront/cart/`));
    expect(textOf(await cartPage(shopper), "main h2")).toBe("Your cart is empty");
  });

  test("the units that a payment in progress holds are not missing", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperAtPayment(shop, { "v-2": 3, "v-3": 4 });
    await shopper.post("/storefront/checkout/line", { giftProductId: "p-9" });
    for (const variantId of ["v-2", "v-9"]) await leave(shop, variantId, 0);
    await sqlOf(shop).updateTable("checkout").set({ state: "paying" }).execute();

    expect((await shopper.page("payment")).headers.get("location")).toBeNull();
    expect((await shopper.find()).lines).toHaveLength(3);
  });

  test("a gift that ran out leaves with a notice, once, and the total is what is bought", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperAtPayment(shop, { "v-3": 4 });
    await shopper.post("/storefront/checkout/line", { giftProductId: "p-9" });
    const before = await shopper.totals();
    await leave(shop, "v-9", 0);

    const page = pageOf(await shopper.page("payment"));

    expect(textOf(page, ".notice")).toBe("Your gift was removed because it’s out of stock.");
    expect(page.querySelectorAll(".lines--compact .line")).toHaveLength(1);
    expect((await shopper.totals()).total).toEqual(before.total);
    expect(pageOf(await shopper.page("payment")).querySelector(".notice")).toBeNull();
  });

  test("units that are bought come before the gift of the same variant", async () => {
    const shop = await openOn(engine, { stock: { "v-3": 10, "v-9": 3 } });
    const shopper = await shopperAtPayment(shop, { "v-3": 4, "v-9": 2 });
    await shopper.post("/storefront/checkout/line", { giftProductId: "p-9" });
    expect((await shopper.find()).lines).toHaveLength(3);
    await leave(shop, "v-9", 2);

    expect((await shopper.page("payment")).status).toBe(200);
    expect((await shopper.find()).lines.map(({ gift, quantity }) => [gift, quantity])).toEqual([
      [false, 4],
      [false, 2],
    ]);
  });
});
