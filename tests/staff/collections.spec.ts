import { expect, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import { expectGood, joinAs } from "./join-as.ts";

inCombinations(["390 on", "1440 off"], ({ javaScriptEnabled, key }) => {
  test("an editor makes a collection by names, and shoppers browse its own page", async ({ page, shop }) => {
    const name = `Gifts ${key} ${Date.now()}`;
    await joinAs(page, shop.directory, "editor");
    await page.goto("/staff/products/");
    await page.getByRole("link", { name: "Collections" }).click();
    await expect(page.getByRole("heading", { name: "Collections", level: 1 })).toBeVisible();
    await expectGood(page, javaScriptEnabled);
    await page.getByRole("link", { name: "Add a collection" }).click();
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("Introduction").fill("Small things to give.");
    await page.getByRole("textbox", { name: "Products", exact: true }).fill("lemon-meridian\nspoon");
    await page.getByRole("button", { name: "Save" }).click();
    const meant = page.getByRole("group", { name: "Products: what you mean" });
    await meant.getByRole("checkbox").first().check();
    await expectGood(page, javaScriptEnabled);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Added.")).toBeVisible();
    await expect(page.getByText(/shows 2 products now\./)).toBeVisible();
    await expectGood(page, javaScriptEnabled);

    await page.getByRole("link", { name: "See the page" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    await expect(page.getByRole("navigation", { name: "You are here" })).toContainText("All products");
    const cards = page.locator(".grid-products .card__name");
    await expect(cards).toHaveCount(2);
    await expect(cards.first()).toHaveText(/lemon meridian/i);
    await expectGood(page, javaScriptEnabled);

    const address = new URL(page.url()).pathname;
    if (page.viewportSize()?.width === 390) {
      if (javaScriptEnabled) await page.waitForSelector("main[data-swaps]");
      await page.locator("#sort-fold > summary").click();
      await page.getByRole("link", { name: "Alphabetical Z to A" }).click();
    } else {
      await page.getByLabel("Sort by").selectOption("name_desc");
      await page.getByRole("button", { name: "Sort", exact: true }).click();
    }
    await expect(page).toHaveURL(new RegExp(`${address}\\?order=name_desc$`));
    await expect(cards).toHaveCount(2);
    await expect(cards.last()).toHaveText(/lemon meridian/i);
    await page.goto(`${address}?price_min=9000`);
    await page.getByRole("link", { name: "Clear all" }).click();
    await expect(page).toHaveURL(new RegExp(`${address}$`));
    await expect(cards).toHaveCount(2);
  });
});
