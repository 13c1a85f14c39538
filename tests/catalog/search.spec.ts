import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/browser.ts";

const field = (page: Page) => page.getByRole("combobox", { name: "Search the shop" });
const suggestions = (page: Page) => page.getByRole("listbox", { name: "Suggestions" });
const options = (page: Page) => suggestions(page).getByRole("option");

async function tabToField(page: Page): Promise<void> {
  for (let stop = 0; stop < 5; stop += 1) {
    await page.keyboard.press("Tab");
    if (await field(page).evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error("the search field is not among the first stops");
}

const placeOf = (page: Page) => page.locator("main").evaluate((main) => main.getBoundingClientRect().top);

for (const width of [390, 1440]) {
  test.describe(`search at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });

    test("a shopper finds a product by keyboard: types its beginning, goes down the list and follows it (requirement 124)", {
      tag: "@feature",
    }, async ({ page }) => {
      await page.goto("/storefront/");
      const before = await placeOf(page);
      await tabToField(page);
      await page.keyboard.type("gla");
      await expect(options(page).first()).toHaveText(/^\s*Glass/);
      await expect(page.getByRole("status").filter({ hasText: "suggestions" })).toHaveText(/^\d+ suggestions$/);
      await expect(field(page)).toHaveAttribute("aria-expanded", "true");
      expect(await placeOf(page), "nothing moves").toBe(before);
      if (width === 390) await expectAccessible(page);

      await page.keyboard.press("End");
      await expect(field(page), "without a choice End is the field's own").toHaveAttribute("aria-activedescendant", "");
      await page.keyboard.press("ArrowUp");
      await expect(options(page).last()).toHaveAttribute("aria-selected", "true");
      await expect(options(page).last()).toBeInViewport();
      await page.keyboard.press("Home");
      await expect(options(page).first()).toHaveAttribute("aria-selected", "true");
      if (width === 1440) await expectAccessible(page);
      await expect(field(page), "the field keeps the focus").toBeFocused();

      const product = suggestions(page).locator("[href*='/products/']").first();
      const href = await product.getAttribute("href");
      while ((await product.getAttribute("aria-selected")) !== "true") await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.waitForURL(`**${href}`);
    });

    test("Enter without a choice searches, Escape closes and then clears, Tab goes on", async ({ page }) => {
      await page.goto("/storefront/");
      await field(page).click();
      await page.keyboard.type("mushrom");
      await expect(options(page).last()).toContainText("mushroom");
      await page.keyboard.press("Escape");
      await expect(options(page)).toHaveCount(0);
      await expect(field(page)).toHaveValue("mushrom");
      await page.keyboard.press("Escape");
      await expect(field(page)).toHaveValue("");

      await page.keyboard.type("black");
      await expect(options(page).first()).toBeVisible();
      await page.keyboard.press("Tab");
      await expect(options(page)).toHaveCount(0);
      await expect(page.getByRole("button", { name: "Search" })).toBeFocused();

      await field(page).focus();
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/collections\/\?q=black$/);
      await expect(field(page)).toHaveValue("black");
    });

    test("a suggestion is pressed like any link, and is large enough for a finger", async ({ page }) => {
      await page.goto("/storefront/");
      await field(page).click();
      await page.keyboard.type("see");
      const last = options(page).last();
      await expect(last).toContainText("results for “see”");
      for (const option of await options(page).all()) expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      await last.click();
      await page.waitForURL(/\/collections\/\?q=see$/);
    });

    test("the shop that does not answer leaves a form that does", async ({ page, watch }) => {
      await page.route("**/api/search/**", (route) => route.abort());
      await page.goto("/storefront/");
      await field(page).click();
      const failedRequest = page.waitForEvent("requestfailed");
      await page.keyboard.type("gla");
      await failedRequest;
      await expect(options(page)).toHaveCount(0);
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/collections\/\?q=gla$/);
      watch.errors.splice(0, watch.errors.length, ...watch.errors.filter((error) => !error.includes("ERR_FAILED")));
    });
  });
}

test.describe("search in the dark", () => {
  test.use({ colorScheme: "dark", viewport: { width: 390, height: 844 } });

  test("the list can be read (contrast)", async ({ page }) => {
    await page.goto("/storefront/");
    await field(page).click();
    await page.keyboard.type("tee");
    await expect(options(page).first()).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await expectAccessible(page);
  });
});

test.describe("search without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the form leads to what was found, small slips mended (requirement 124)", async ({ page }) => {
    await page.goto("/storefront/");
    await field(page).fill("mushrom");
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page).toHaveURL(/\/storefront\/collections\/\?q=mushrom$/);
    await expect(page.locator(".grid-products .card").first()).toBeVisible();
    await expect(field(page)).toHaveValue("mushrom");
  });
});
