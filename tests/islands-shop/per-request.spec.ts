import { expect, test } from "../support/browser.ts";

test.use({ javaScriptEnabled: false });

test("what one visitor's cart holds is in no page of another, while both are rendered at once", async ({
  browser,
  page,
  baseURL,
}) => {
  await page.goto("/storefront/products/lemon-meridian/");
  await page.locator("main form").getByRole("button", { name: "Add to cart" }).first().click();
  await page.waitForURL(/\/storefront\/cart\//);
  const other = await browser.newPage({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  for (let round = 0; round < 10; round++) {
    await Promise.all([page.goto("/storefront/cart/"), other.goto("/storefront/cart/")]);
    await expect(page.locator("[data-island=cart-lines]")).toContainText("Lemon Meridian");
    await expect(other.locator("[data-island=cart-lines]")).toContainText("Your cart is empty");
  }
  await other.close();
});
