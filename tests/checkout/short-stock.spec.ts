import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import { isAlive, leaveUnits } from "./begun-checkout.ts";

/**
 * Adds three units of the listing's last product; returns the address where its checkout begins.
 */
async function fillCart(page: Page): Promise<{ variantId: string; contact: string }> {
  await page.goto("/storefront/collections/");
  const variantId = await page.locator(".card form [name=variantId]").last().inputValue();
  await page.request.post("/storefront/cart/add", { form: { variantId, quantity: "3" } });
  await page.goto("/storefront/cart/");
  const contact = (await page.getByRole("link", { name: "Checkout" }).getAttribute("href")) ?? "";
  return { variantId, contact };
}

inCombinations(["390 off"], ({ width, javaScriptEnabled }) => {
  test("a line with more than is left stops the checkout at the cart, where one press mends it", async ({ page, shop }) => {
    const { variantId, contact } = await fillCart(page);
    const restock = await leaveUnits(shop, variantId, 2);

    await page.goto(contact);
    await page.waitForURL("**/storefront/cart/");
    await expect(page.getByText("Some items have run out")).toBeVisible();
    await expect(page.getByText("Only 2 of this item are left.")).toBeVisible();
    if (javaScriptEnabled) await isAlive(page, "cart-lines");
    if (javaScriptEnabled) await expectAccessible(page);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/short-${width}-${javaScriptEnabled}.png` });
    await page.getByRole("button", { name: /^Make it 2/ }).click();

    await expect(page.locator(".stepper output")).toHaveText("2");
    await expect(page.getByText("Some items have run out")).toBeHidden();
    await page.getByRole("link", { name: "Checkout" }).click();
    await page.waitForURL(/\/checkout\/contact\//);
    await restock();
  });
});
