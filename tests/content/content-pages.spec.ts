import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/browser.ts";
import { inCombinations, scriptsOff } from "../support/combinations.ts";

const footer = (page: Page) => page.getByRole("contentinfo");
const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

for (const width of [320, 390, 1440]) {
  test(`pages of text at ${width} px are reached from the footer, accessible and fit their window`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/storefront/");
    await footer(page).getByRole("link", { name: "Shipping and delivery" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Shipping and delivery" })).toBeVisible();
    await expect(page.getByRole("cell", { name: "Overnight" })).toBeVisible();
    expect(await widthOf(page)).toBe(width);
    if (width === 390) await expectAccessible(page);
  });
}

test("the checkout opens what it links to in another tab, and stays as it is", async ({ page }) => {
  await page.goto("/storefront/products/lemon-meridian/");
  await page.locator("main form[action*='cart/add'] button", { hasText: "Add to cart" }).first().click();
  await page.locator("dialog.drawer[open]").getByRole("link", { name: "Checkout" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Contact" })).toBeVisible();
  await page.getByLabel("Email").fill("ada@example.com");
  const [opened] = await Promise.all([
    page.waitForEvent("popup"),
    footer(page).getByRole("link", { name: "Returns and refunds" }).click(),
  ]);
  await expect(opened.getByRole("heading", { level: 1, name: "Returns and refunds" })).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("ada@example.com");
  await expectAccessible(page);
});

inCombinations(
  ["390 off"],
  () => {
    test("every page of the footer can be read", async ({ page }) => {
      await page.goto("/storefront/");
      const links = await footer(page).getByRole("navigation", { name: "Good to know" }).getByRole("link").all();
      const hrefs = await Promise.all(links.map((link) => link.getAttribute("href")));
      expect(hrefs).toHaveLength(8);
      for (const href of hrefs) {
        await page.goto(href ?? "");
        await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
        await expect(page.getByText("Last updated")).toBeVisible();
      }
    });
  },
  scriptsOff,
);
