import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/browser.ts";
import { inCombinations, scriptsOff, scriptsOn } from "../support/combinations.ts";

const listing = "/storefront/collections/?categories=apparel";
const product = "Slow Growth Hoodie";
const opener = (page: Page) => page.getByRole("button", { name: `Choose options: ${product}` }).first();
const sheet = (page: Page) => page.getByRole("dialog", { name: product });

inCombinations(
  ["390 on"],
  () => {
    test("a card of several options opens a sheet to choose one from (requirement 140)", async ({ page }) => {
      await page.goto(listing);
      await opener(page).press("Enter");

      await expect(sheet(page)).toBeVisible();
      await expect(sheet(page).locator(":checked")).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await expect(sheet(page)).toHaveCount(0);
      await expect(opener(page)).toBeFocused();

      await opener(page).click();
      await sheet(page)
        .getByRole("radio", { name: /^Charcoal L/ })
        .check({ force: true });
      await sheet(page).getByRole("button", { name: "Add to cart" }).click();
      const cart = page.getByRole("dialog", { name: "Cart" });
      await expect(cart.locator(".line")).toContainText("Charcoal / L");
      await expect(sheet(page)).toHaveCount(0);
      await page.keyboard.press("Escape");
      await expect(opener(page)).toBeFocused();
      expect(new URL(page.url()).pathname).toBe("/storefront/collections/");
    });
  },
  scriptsOn,
);

test("a sheet whose options do not come says so, and the button can be pressed again", async ({ page, watch }) => {
  await page.goto(listing);
  await page.route("**/products/slow-growth-hoodie/", (route) => route.abort());
  await opener(page).click();
  await expect(page.locator(".toast--error")).toContainText("We couldn’t load the options. Please try again.");
  await expect(opener(page)).toBeEnabled();
  await page.unroute("**/products/slow-growth-hoodie/");
  await opener(page).click();
  await expect(sheet(page)).toBeVisible();
  watch.errors.length = 0;
});

inCombinations(
  ["1440 off"],
  () => {
    test("the button of a card of several options leads to the product, in the state of the address", async ({ page }) => {
      await page.goto(`${listing}&ship_to=OR`);
      await opener(page).click();
      await expect(page).toHaveURL(/\/products\/slow-growth-hoodie\/\?ship_to=OR$/);
      await expect(page.getByRole("heading", { level: 1, name: product })).toBeVisible();
    });
  },
  scriptsOff,
);
