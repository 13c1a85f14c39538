import { annWithoutPhone } from "../support/addresses.ts";
import { expect, expectAccessible, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import { withDatabase } from "../support/signed-in.ts";
import { answeredCheckout, isAlive, leaveUnits, linesOf, variantsIn } from "./begun-checkout.ts";

const cart = "/storefront/cart/";

inCombinations(["390 on"], ({ javaScriptEnabled }) => {
  test("a line that ran out stops every step, and the checkout goes on once it is removed", async ({ page, shop }) => {
    const [short, other] = await variantsIn(shop, 2);
    const both = [short, other].map((variant) => ({ variantId: variant?.id ?? "", quantity: 2 }));
    const { step } = await answeredCheckout(page, both);
    const restock = await leaveUnits(shop, short?.id ?? "", 0);
    for (const name of ["contact", "shipping", "shipping_method", "payment"] as const) {
      await page.goto(step(name));
      await expect(page).toHaveURL(new RegExp(`${cart}$`));
    }

    await expect(page.locator(".line__note--warning")).toHaveText("This item is out of stock.");
    if (javaScriptEnabled) await isAlive(page, "cart-lines");
    if (javaScriptEnabled) await expectAccessible(page);
    await linesOf(page)
      .filter({ hasText: "out of stock" })
      .getByRole("button", { name: /^Remove/ })
      .click();

    await expect(linesOf(page)).toHaveCount(1);
    await page.getByRole("link", { name: "Checkout", exact: true }).click();
    await page.waitForURL(/\/checkout\/contact\//);
    await restock();
  });

  test("a gift that ran out leaves with a notice, and what is left can be paid", async ({ page, shop }) => {
    const [dear] = await variantsIn(shop, 1);
    const quantity = Math.ceil(10_000 / (dear?.price ?? 1));
    const { step, call } = await answeredCheckout(page, [{ variantId: dear?.id ?? "", quantity }]);
    const gift = await withDatabase(shop, (db) =>
      db
        .selectFrom("gift_rule_product as g")
        .innerJoin("variant as v", "v.product_id", "g.product_id")
        .select(["g.product_id as productId", "v.id"])
        .executeTakeFirstOrThrow(),
    );
    await call("POST", "line", { giftProductId: gift.productId });
    await page.goto(cart);
    await expect(linesOf(page).filter({ hasText: "your gift" })).toHaveCount(1);
    const restock = await leaveUnits(shop, gift.id, 0);

    await page.goto(step("payment"));

    await expect(page.locator(".notice").first()).toContainText("Your gift was removed");
    if (javaScriptEnabled) await expectAccessible(page);
    await expect(page.locator(".lines--compact .line")).toHaveCount(1);
    await expect(page.getByRole("button", { name: /^Pay \$/ })).toBeVisible();
    await restock();
  });

  test("a cart that another tab emptied leads to the cart, also from the press on Continue", async ({ page, shop }) => {
    const [variant] = await variantsIn(shop, 1);
    const { step, checkoutId } = await answeredCheckout(page, [{ variantId: variant?.id ?? "", quantity: 1 }]);
    await page.goto(step("shipping"));
    if (javaScriptEnabled) await isAlive(page, "address-form");
    await expect(page.locator("[name=city]")).toHaveValue(annWithoutPhone.city);
    await withDatabase(shop, (db) => db.deleteFrom("checkout_line").where("checkout_id", "=", checkoutId).execute());

    await page.getByRole("button", { name: "Continue" }).click();

    await expect(page).toHaveURL(new RegExp(`${cart}$`));
    await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
  });
});
