import { expect, expectAccessible, test } from "../support/browser.ts";
import { inCombinations, scriptsOff } from "../support/combinations.ts";

const listing = "/storefront/collections/";
const prices = (texts: string[]) => texts.map((text) => Number(/\$([\d,.]+)/.exec(text)?.[1]?.replaceAll(",", "")));

for (const width of [390, 1440]) {
  test(`a range of prices and what is in stock are filters, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${listing}?order=price_asc`);
    await page.waitForSelector("main[data-swaps]");
    const isPhone = width < 1024;
    if (isPhone) await page.locator("#filter-fold > summary").click();
    await page.getByLabel("From $").fill("20");
    await page.getByLabel("To $").fill("40");
    await expectAccessible(page);
    if (isPhone) await page.getByRole("button", { name: /^Show \d/ }).click();
    else await page.getByRole("button", { name: "Set price" }).click();

    await expect(page.locator(".applied .chip")).toHaveText(/\$20\.00 to \$40\.00/);
    const query = new URL(page.url()).searchParams;
    expect([query.get("price_min"), query.get("price_max"), query.get("order")]).toEqual(["20", "40", "price_asc"]);
    const shown = prices(await page.locator(".grid-products .price__now").allTextContents());
    expect(shown.every((price) => price >= 20 && price <= 40)).toBe(true);
    expect(shown.length).toBeGreaterThan(3);
    if (isPhone) await expect(page.locator("#listing-drawer")).toBeHidden();

    if (isPhone) await page.locator("#filter-fold > summary").click();
    await page.getByRole("checkbox", { name: /^In stock/ }).check();
    if (isPhone) await page.getByRole("button", { name: /^Show \d/ }).click();
    await expect(page.locator(".applied .chip")).toHaveText([/\$20\.00 to \$40\.00/, /In stock/]);
    await expect(page.locator(".card__refusal:not(.card__refusal--state)")).toHaveCount(0);

    await page.getByRole("link", { name: "Remove the filter $20.00 to $40.00" }).click();
    await expect(page.locator(".applied .chip")).toHaveText([/In stock/]);
    await expect(page).toHaveURL(/\?in_stock=1&order=price_asc$/);
    await expect(page.locator("[name=price_min]")).toHaveValue("");
  });
}

inCombinations(
  ["390 off"],
  ({ width }) => {
    test("prices and stock are fields of a form, exchanged bounds are put in order", async ({ page }) => {
      await page.goto(listing);
      if (width < 1024) await page.locator("#filter-fold > summary").click();
      await page.getByLabel("From $").fill("$40");
      await page.getByLabel("To $").fill("20");
      await page.getByRole("checkbox", { name: /^In stock/ }).check();
      await page.getByRole("button", { name: "Show products" }).click();
      await expect(page.locator(".applied .chip")).toHaveText([/\$20\.00 to \$40\.00/, /In stock/]);
      if (width < 1024) {
        await page.locator("#sort-fold > summary").click();
        await page.getByRole("link", { name: "Price: high to low" }).click();
      } else {
        await page.getByLabel("Sort by").selectOption("price_desc");
        await page.getByRole("button", { name: "Sort", exact: true }).click();
      }
      await expect(page).toHaveURL(/\?price_min=20&price_max=40&in_stock=1&order=price_desc$/);
    });
  },
  scriptsOff,
);
