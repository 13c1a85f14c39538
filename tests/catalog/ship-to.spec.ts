import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/browser.ts";
import { shiftsOn, watchShifts } from "../support/layout-shifts.ts";

const mushrooms = "/storefront/collections/?categories=mushrooms";
const refusals = (page: Page) => page.locator(".card__refusal:visible", { hasText: "NOT AVAILABLE IN YOUR STATE" });
const menu = (page: Page) => page.locator(".ship-to > summary");

async function choose(page: Page, state: string): Promise<void> {
  await menu(page).click();
  await page.locator("label", { hasText: "Ship to" }).click();
  await page.getByLabel("Ship to").selectOption(state);
  await page.getByRole("button", { name: "Set", exact: true }).click();
}

for (const width of [390, 1440]) {
  test(`the choice marks the cards in place and is remembered, at ${width} px (requirements 141, 142)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(mushrooms);
    await expect(page.locator("[data-island=ship-to][data-island-alive]")).toBeAttached();
    await expect(refusals(page)).toHaveCount(0);

    await choose(page, "Georgia");
    const refused = await refusals(page).count();
    expect(refused).toBeGreaterThan(0);
    await expect(page.locator(".card[data-refused]")).toHaveCount(refused);
    await expect(page.locator(".card[data-refused] .card__buy:visible")).toHaveCount(0);
    await expect(page.locator(".card[data-refused] .card__refusal:visible")).toHaveCount(refused);
    await expect(page.locator(".card:not([data-refused]) .card__buy:visible").first()).toBeVisible();
    await expect(page).toHaveURL(/\?categories=mushrooms$/);
    await expect(menu(page)).toBeFocused();
    await expect(menu(page)).toHaveAccessibleName("Ship to: Georgia");
    if (width === 390) await expectAccessible(page);

    await page.goto("/storefront/collections/?categories=mushrooms&order=name_asc");
    await expect(refusals(page)).toHaveCount(refused);
    await menu(page).click();
    await expect(page.getByLabel("Ship to")).toHaveValue("GA");
    if (width === 1440) await expectAccessible(page);
    await page.getByLabel("Ship to").selectOption("Not set");
    await page.getByRole("button", { name: "Set", exact: true }).click();
    await expect(refusals(page)).toHaveCount(0);
  });
}

test("the icons of a phone's header stand at equal distances", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto(mushrooms);
  const starts = await page
    .locator(".site-action > .icon")
    .evaluateAll((icons) => icons.map((icon) => icon.getBoundingClientRect().x));
  const distances = starts.slice(1).map((start, index) => Math.round(start - (starts[index] ?? 0)));
  expect(distances.length).toBeGreaterThan(1);
  expect(new Set(distances).size).toBe(1);
});

test("nothing moves when the remembered state is read", async ({ page, context, shop }) => {
  await context.addCookies([{ name: "shipTo", value: "DC", url: shop.url }]);
  await watchShifts(page);
  await page.goto(mushrooms);
  await expect(menu(page)).toHaveAccessibleName("Ship to: District of Columbia");
  expect(await shiftsOn(page)).toEqual([]);
});

test("an address with a state wins, and a choice there leads to the address with the new one", async ({
  page,
  context,
  shop,
}) => {
  await context.addCookies([{ name: "shipTo", value: "GA", url: shop.url }]);
  await page.goto("/storefront/mushrooms/?ship_to=TX");
  await expect(page.locator("[data-island=ship-to][data-island-alive]")).toBeAttached();
  await expect(menu(page)).toHaveAccessibleName("Ship to: Texas");
  await expect(refusals(page)).toHaveCount(0);

  await choose(page, "Idaho");

  await expect(page).toHaveURL(/\/storefront\/mushrooms\/\?ship_to=ID$/);
  await expect(refusals(page).first()).toBeVisible();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the choice stands in the address, and everywhere takes it out (requirement 142)", async ({ page }) => {
    await page.goto("/storefront/mushrooms/");
    await choose(page, "Georgia");
    await expect(page).toHaveURL(/\?ship_to=GA$/);
    await expect(refusals(page).first()).toBeVisible();
    await expect(menu(page)).toContainText("Ship to: Georgia");

    await choose(page, "Not set");
    await expect(refusals(page)).toHaveCount(0);
  });

  test("a listing keeps its filters with it", async ({ page }) => {
    await page.goto("/storefront/collections/?categories=mushrooms&order=name_asc");
    await choose(page, "Georgia");
    await expect(page).toHaveURL(/categories=mushrooms/);
    await expect(page).toHaveURL(/order=name_asc/);
    await expect(page).toHaveURL(/ship_to=GA/);
    await expect(refusals(page).first()).toBeVisible();
  });
});
