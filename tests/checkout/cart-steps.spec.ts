import type { Page } from "@playwright/test";
import { test as base, expect } from "../support/browser.ts";
import { inCombinations, scriptsOn } from "../support/combinations.ts";
import { heldLine } from "../support/held-line.ts";

type Line = Awaited<ReturnType<typeof heldLine>>;

const test = base.extend<{ line: Line }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads which fixtures are wanted from this pattern
  line: async ({}, use) => {
    const line = await heldLine();
    await use(line);
    line.end();
  },
  proxy: async ({ line }, use) => use({ server: line.server }),
});

const more = "/checkout/line/increase";

/** Puts the listing's first product into the cart. */
async function fillCart(page: Page): Promise<void> {
  await page.goto("/storefront/collections/");
  const variantId = await page.locator(".card form [name=variantId]").first().inputValue();
  await page.evaluate(async (chosen) => {
    await fetch("/storefront/cart/add", { method: "POST", body: new URLSearchParams({ variantId: chosen }) });
  }, variantId);
}

const steppers = (page: Page) => page.locator(".stepper");
/** All presses happen in one task, which is as fast as possible. */
const pressQuickly = (page: Page, way: string, times: number) =>
  steppers(page)
    .getByRole("button", { name: new RegExp(`^${way} `) })
    .evaluate((button, presses) => {
      for (let press = 0; press < presses; press++) (button as HTMLButtonElement).click();
    }, times);
const islandIsAlive = (page: Page) => expect(page.locator("[data-island=cart-lines][data-island-alive]")).toBeAttached();

/** The units of the first line as stored in the shop. */
const unitsInCart = (page: Page): Promise<number | undefined> =>
  page.evaluate(async () => {
    const checkoutId = /checkoutId=(\w+)/.exec(document.cookie)?.[1];
    const found = await fetch(`/storefront/checkout/find?checkoutId=${checkoutId}`);
    const { data } = (await found.json()) as { data: { lines: { quantity: number }[] } };
    return data.lines[0]?.quantity;
  });

// Without scripts each press sends a separate form.
inCombinations(
  ["390 on"],
  () => {
    test("quick presses on a slow line are counted at once, and Checkout waits for them", async ({ page, line }) => {
      await fillCart(page);
      await page.goto("/storefront/cart/");
      await islandIsAlive(page);
      line.hold(more);

      await pressQuickly(page, "One more", 3);
      await expect(steppers(page).locator("output")).toHaveText("4");
      await page.getByRole("link", { name: "Checkout" }).click();
      await expect(page.locator("dialog.overlay[open]")).toBeVisible();
      expect(new URL(page.url()).pathname).toBe("/storefront/cart/");
      line.release();

      await page.waitForURL(/\/checkout\/contact\//);
      await expect(page.locator(".line__count").first()).toHaveText("× 4");
    });

    test("a page that is left on a slow line loses no press", async ({ page, line }) => {
      await fillCart(page);
      await page.goto("/storefront/cart/");
      await islandIsAlive(page);
      line.hold(more);

      await pressQuickly(page, "One more", 3);
      await expect(steppers(page).locator("output")).toHaveText("4");
      await page.goto("/storefront/");
      line.release();

      await expect.poll(() => unitsInCart(page)).toBe(4);
    });

    test("presses in the drawer stop at none, and the line goes", async ({ page }) => {
      await fillCart(page);
      await page.goto("/storefront/collections/");
      await page.locator("[data-island=cart-button][data-island-alive] a").click();
      await expect(steppers(page).locator("output")).toHaveText("1");

      await pressQuickly(page, "One less", 4);

      await expect(page.locator("dialog.drawer h2").last()).toHaveText("Your cart is empty");
      await expect(page.locator(".toast")).toHaveCount(0);
    });
  },
  scriptsOn,
);
