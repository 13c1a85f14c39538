import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/browser.ts";
import { shiftsOn, watchShifts } from "../support/layout-shifts.ts";

const track = "#best-sellers";
const places = (page: Page) => page.locator(track).evaluate((list) => [list.scrollLeft, list.scrollWidth - list.clientWidth]);
const ofTrack = (page: Page) =>
  page
    .locator(track)
    .evaluate((list) => (list.firstElementChild as HTMLElement).getBoundingClientRect().width / list.clientWidth);

const bothWidths = [390, 1440];
// The landing pages have the same elements except for apparel's banners, so each is checked at one
// width.
const checkedWidths: Record<string, readonly number[]> = {
  "/storefront/": bothWidths,
  "/storefront/seeds/": [390],
  "/storefront/apparel/": [1440],
};
for (const [path, widths] of Object.entries(checkedWidths)) {
  for (const width of bothWidths) {
    const isJudged = widths.includes(width);
    test(`${path} at ${width} px ${isJudged ? "is accessible, " : ""}fits its window and nothing on it jumps`, async ({
      page,
    }) => {
      await watchShifts(page);
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await page.locator(track).scrollIntoViewIfNeeded();
      await expect(page.locator(".carousel__arrows .arrow").first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect(await shiftsOn(page)).toEqual([]);
      if (isJudged) await expectAccessible(page);
    });
  }
}

test("a typeface that comes late moves nothing", async ({ page }) => {
  await watchShifts(page);
  const { promise: hold, resolve: release } = Promise.withResolvers<void>();
  await page.route(/woff2/, async (route) => {
    await hold;
    await route.continue();
  });
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto("/storefront/", { waitUntil: "commit" });
  await page.locator(track).scrollIntoViewIfNeeded();
  await expect(page.locator(".carousel__arrows .arrow").first()).toBeVisible();
  const come = page.waitForResponse(/woff2/);
  release();
  await (await come).finished();
  await page.evaluate(() => document.fonts.ready);
  // Waits for two frames, because a typeface's shift appears in the next frame.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  expect(await shiftsOn(page)).toEqual([]);
});

test("slides are 50, 33, 25 and 20 percent of their carousel (requirement 165)", async ({ page }) => {
  await page.goto("/storefront/");
  for (const [width, share] of [
    [390, 0.5],
    [767, 0.5],
    [768, 0.33],
    [1023, 0.33],
    [1024, 0.25],
    [1279, 0.25],
    [1280, 0.2],
    [1440, 0.2],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, await ofTrack(page)]).toEqual([width, expect.closeTo(share, 3)]);
  }
});

test("a carousel is turned page by page to its end and back, and the key that turned it stays where it was (requirement 163)", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/storefront/");
  const [back, on] = [
    page.getByRole("button", { name: "Previous: Best sellers" }),
    page.getByRole("button", { name: "Next: Best sellers" }),
  ];
  await expect(back).toBeDisabled();
  const [, end = 0] = await places(page);
  await on.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => places(page)).toEqual([end, end]);
  await expect(on).toBeDisabled();
  await expect(on).toBeFocused();
  await back.click();
  await expect.poll(() => places(page)).toEqual([0, end]);
  const size = await on.boundingBox();
  expect([size?.width, size?.height]).toEqual([44, 44]);
});

test("apparel's banner turns by itself, rests under the pointer and when paused (requirement 164)", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  // An installed clock runs on by itself, so on a slow machine banners could change between two
  // checks.
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  await page.goto("/storefront/apparel/");
  const state = page.locator(".rotation__state");
  const banners = page.locator("#banners");
  await expect(async () => {
    await page.clock.runFor(20);
    expect(await state.locator("p[aria-live=off]").count()).toBe(1);
  }).toPass();
  // This gives the island time to start its own timer.
  await page.clock.runFor(500);

  await page.clock.runFor(3000);
  await expect(state).toContainText("For the bench in October: 2 of 3");
  const banner = page.getByRole("group", { name: "2 of 3" });
  await expect(banner).toBeInViewport({ ratio: 0.9 });

  await banners.hover({ position: { x: 200, y: 100 } });
  await expect(state.locator("p")).toHaveAttribute("aria-live", "polite");
  await page.clock.runFor(9000);
  await expect(state).toContainText("2 of 3");

  await page.getByRole("button", { name: "Pause banners" }).click();
  await page.mouse.move(700, 850);
  await page.getByRole("link", { name: "Filter and sort" }).focus();
  await page.clock.runFor(9000);
  await expect(state).toContainText("2 of 3");
  await page.getByRole("button", { name: "Next: Apparel" }).click();
  await expect(state).toContainText("Sewn to be mended: 3 of 3");
});

test("under reduced motion no banner moves by itself, and the arrows still do", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.clock.install();
  await page.goto("/storefront/apparel/");
  await expect(
    page.locator("[data-island=banner-rotation][data-island-live]").or(page.locator(".rotation__state p")),
  ).toBeVisible();
  await page.clock.runFor(12_000);
  await expect(page.locator(".rotation__state")).toContainText("1 of 3");
  await expect(page.getByRole("button", { name: "Pause banners" })).toBeHidden();
  await page.getByRole("button", { name: "Next: Apparel" }).click();
  await expect(page.locator(".rotation__state")).toContainText("2 of 3");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("carousels and banners scroll by themselves, links lead on, and no dead button is shown (requirements 163, 164)", async ({
    page,
  }) => {
    await page.goto("/storefront/apparel/");
    await expect(page.locator(".arrow").first()).toBeHidden();
    const [first, second] = [page.getByRole("group", { name: "1 of 3" }), page.getByRole("group", { name: "2 of 3" })];
    await expect(first).toBeInViewport({ ratio: 0.5 });
    await expect(second).not.toBeInViewport();
    await first.getByRole("link").focus();
    await page.keyboard.press("Tab");
    await expect(second.getByRole("link")).toBeFocused();
    await expect(second).toBeInViewport({ ratio: 0.5 });
    await page.keyboard.press("Enter");
    await page.waitForURL(/attributes=material(:|%3A)wool/);

    await page.goto("/storefront/");
    await page.locator(track).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.locator(track).getByRole("link").nth(6).scrollIntoViewIfNeeded();
    await page.locator(track).getByRole("link").nth(6).click();
    await page.waitForURL(/\/storefront\/products\//);
  });
});
