import type { Page } from "@playwright/test";
import { addMidwayCustomer, password } from "../identity/midway-customer.ts";
import { expect, expectAccessible, test } from "../support/browser.ts";
import { inCombinations, scriptsOff, scriptsOn } from "../support/combinations.ts";

// This file runs last, so both workers share it.
test.describe.configure({ mode: "parallel" });

const listing = "/storefront/collections/?categories=glass";
const wishlist = "/storefront/wishlist/";
const alive = (page: Page) => expect(page.locator("[data-island=heart-icon][data-island-alive]").first()).toBeAttached();
const heart = (page: Page, name: string) => page.getByRole("button", { name: `Favorite ${name}`, exact: true });
const names = (page: Page) => page.locator(".card__name a").allTextContents();

/** Presses the hearts of the first cards; returns the names of their products. */
async function like(page: Page, count: number): Promise<string[]> {
  await alive(page);
  const liked = (await names(page)).slice(0, count);
  // A press is held until its island runs, and the second island may run before the first one. So
  // each press must have its effect before the next press. Otherwise the order of the likes could
  // change.
  for (const name of liked) {
    await heart(page, name).click();
    await expect(heart(page, name)).toHaveAttribute("aria-pressed", "true");
  }
  return liked;
}

for (const width of [390, 1440]) {
  test(`a guest's hearts stay, and have a page of their own, at ${width} px (requirements 139, 172, 173)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(listing);
    const [first = "", second = ""] = await like(page, 2);
    await expect(heart(page, first)).toHaveAttribute("aria-pressed", "true");
    await expect(heart(page, first)).toHaveCSS("cursor", "pointer");

    await page.reload();
    await expect(heart(page, first)).toHaveAttribute("aria-pressed", "true");
    await expect(heart(page, second)).toHaveAttribute("aria-pressed", "true");
    await expect(page.locator(".heart[aria-pressed=true]")).toHaveCount(2);

    await page.getByRole("link", { name: "Favorites" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Favorites" })).toBeVisible();
    await expect(page.locator(".card__name a")).toHaveText([second, first]);
    await expect(page.locator(".heart[aria-pressed=true]")).toHaveCount(2);
    if (width === 390) await expectAccessible(page);
  });
}

inCombinations(
  ["390 on"],
  () => {
    test("a heart taken away on the page of favourites shows it anew; the last one leaves a designed empty page", async ({
      page,
    }) => {
      await page.goto(listing);
      const [first = "", second = ""] = await like(page, 2);
      await page.goto(wishlist);
      await expect(page.locator(".card__name a")).toHaveText([second, first]);
      await expect(heart(page, first)).toHaveAttribute("aria-pressed", "true");

      await heart(page, first).click();
      await expect(heart(page, first)).toHaveAttribute("aria-pressed", "false");
      await expect(page.locator(".card__name a")).toHaveText([second]);
      await expect(heart(page, second)).toHaveAttribute("aria-pressed", "true");
      await expect(heart(page, second)).toBeFocused();
      await heart(page, second).press("Enter");

      await expect(page.getByRole("heading", { name: "No favorites yet" })).toBeVisible();
      await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
      await expectAccessible(page);
    });
  },
  scriptsOn,
);

test("all hearts of a product follow at once, on the page and in another tab (requirement 173)", async ({ page, context }) => {
  await page.goto(listing);
  await alive(page);
  const [name = ""] = await names(page);
  // Adds a copy of a card later, as a page with several lists does. The copy's island must start by
  // itself.
  await page.evaluate(() => {
    const list = document.querySelector(".grid-products");
    list?.append(list.children[0]?.cloneNode(true) ?? "");
  });
  const copies = heart(page, name);
  await expect(copies).toHaveCount(2);
  const other = await context.newPage();
  await other.goto(listing);
  await expect(heart(other, name)).toHaveAttribute("aria-pressed", "false");

  await copies.last().click();

  for (const copy of [copies.first(), copies.last(), heart(other, name)])
    await expect(copy).toHaveAttribute("aria-pressed", "true");
});

test("a heart works by keyboard, is seen when it has the focus, and is 44 px to the finger", { tag: "@feature" }, async ({
  page,
}) => {
  for (const category of ["glass", "apparel"]) {
    await page.goto(`/storefront/collections/?categories=${category}`);
    await alive(page);
    const [name = ""] = await names(page);
    await page.getByRole("link", { name, exact: true }).focus();
    await page.keyboard.press("Tab");
    await expect(heart(page, name)).toBeFocused();
    const ring = await heart(page, name).evaluate((button) => getComputedStyle(button, "::before").outlineStyle);
    expect(ring).toBe("solid");
    await page.keyboard.press("Space");
    await expect(heart(page, name)).toHaveAttribute("aria-pressed", "true");
    await expect(heart(page, name)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(heart(page, name)).toHaveAttribute("aria-pressed", "false");
    const box = await heart(page, name).boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
});

test("a first visit makes no call for hearts", async ({ page }) => {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/")) calls.push(request.url());
  });
  await page.goto(listing);
  await alive(page);
  expect(calls.filter((url) => url.includes("wishlist") || url.includes("csrf"))).toEqual([]);
});

inCombinations(
  ["390 off"],
  ({ key }) => {
    test("a guest's heart leads to the sign-in and is kept through it, and the form is skipped then", async ({ page, shop }) => {
      const email = await addMidwayCustomer(shop, `heart-${key}`);
      await page.goto(listing);
      const [name = ""] = await names(page);

      await heart(page, name).click();

      await expect(page).toHaveURL(/\/identity\/signin\/\?next=%2Fstorefront%2Fcollections%2F%3F/);
      await page.goto(wishlist);
      await expect(page.locator(".without-scripts .notice")).toBeVisible();
      await expect(page.locator(".empty")).toBeHidden();
      await expect(page.getByRole("heading", { level: 1, name: "Favorites" })).toBeVisible();

      await page.goto("/identity/signin/?next=/storefront/wishlist/");
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.waitForURL(/^[^?]*wishlist\/$/);
      expect(await names(page)).toEqual([name]);
      await page.goBack();
      await expect(page).toHaveURL(/^[^?]*wishlist\/$/);
    });
  },
  scriptsOff,
);
