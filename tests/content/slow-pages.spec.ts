import { test as base, expect } from "../support/browser.ts";
import { shiftsOn, watchShifts } from "../support/layout-shifts.ts";
import { inPackets, slowLine } from "../support/slow-line.ts";

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads which fixtures are wanted from this pattern
  proxy: async ({}, use) => {
    const { server, end } = await slowLine(inPackets(400));
    await use({ server });
    end();
  },
});

const pages = [
  "/storefront/",
  "/storefront/apparel/",
  "/storefront/collections/",
  "/storefront/collections/?q=nothing-like-it",
  "/storefront/products/slow-growth-hoodie/",
  "/storefront/cart/",
  "/storefront/wishlist/",
  "/identity/signin/",
];

for (const width of [390, 1440])
  test(`at ${width} px nothing jumps while a page comes bit by bit`, async ({ page }) => {
    await watchShifts(page);
    await page.setViewportSize({ width, height: 900 });
    for (const path of pages) {
      await page.goto(path);
      expect([path, await shiftsOn(page)]).toEqual([path, []]);
    }
  });
