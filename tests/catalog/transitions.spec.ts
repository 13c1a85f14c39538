import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser.ts";
import { isProof } from "../support/long-form.ts";
import { slowLine } from "../support/slow-line.ts";

const listing = "/storefront/collections/";

test.use({ viewport: { width: 1440, height: 900 } });

type MovementRecord = { moved?: string[]; shifts: number[]; isSkipped?: boolean; error?: string };
const recordedMovement = (page: Page) =>
  page.evaluate(() => (window as unknown as { recordedMovement: MovementRecord }).recordedMovement);

test.beforeEach(async ({ context }) => {
  await context.addInitScript(() => {
    const recordedMovement: MovementRecord = { shifts: [] };
    Object.assign(window, { recordedMovement });
    addEventListener("pagereveal", ({ viewTransition }) => {
      // The back-forward cache keeps the whole listing and its focus. A headless browser has no
      // such cache, so the focus is set if the card exists.
      const { from, navigationType } = navigation.activation ?? {};
      const { pathname } = new URL(from?.url ?? location.href);
      const isBack = navigationType === "traverse";
      const card = document.querySelector<HTMLElement>(`.card__name a[href="${pathname}"]`);
      if (isBack) card?.focus();
      recordedMovement.isSkipped = !viewTransition || (isBack && !card);
      if (!viewTransition) recordedMovement.moved = [];
      viewTransition?.ready.then(
        () => {
          const effects = document.getAnimations().map(({ effect }) => effect as KeyframeEffect);
          recordedMovement.moved = effects.flatMap(({ pseudoElement }) => pseudoElement ?? []);
        },
        (error: DOMException) => {
          recordedMovement.error = `${error}`;
          recordedMovement.isSkipped ||= error.name === "TimeoutError";
          recordedMovement.moved = [];
        },
      );
    });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) recordedMovement.shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
});

const bothPictures = ["::view-transition-old(picture)", "::view-transition-new(picture)"];

/**
 * Expects the picture to move when `go` leads to another page. A browser may skip a transition, as
 * it does if a busy machine delays a page, and a headless browser that goes back to a listing may
 * show only its first half. Then the navigation is repeated, up to ten times.
 */
async function expectMove(page: Page, go: () => Promise<void>, again = go): Promise<void> {
  const isSkipped = async () => {
    await expect.poll(async () => (await recordedMovement(page)).moved).toBeDefined();
    return (await recordedMovement(page)).isSkipped;
  };
  await go();
  for (let repeats = 0; (await isSkipped()) && repeats < 10; repeats++) await again();
  const movement = await recordedMovement(page);
  expect(movement.moved, JSON.stringify(movement)).toEqual(expect.arrayContaining(bothPictures));
  expect(movement.shifts).toEqual([]);
}

const pressSecond = async (page: Page) => {
  await page.goto(listing);
  await page.locator(".card__name a").nth(1).click();
  await page.waitForURL(/\/products\//);
};

test("the pressed card's picture becomes the product's first one, and goes back", async ({ page }) => {
  await expectMove(page, () => pressSecond(page));

  const back = async () => {
    await page.goBack();
    await expect(page.locator(".listing")).toBeVisible();
  };
  await expectMove(page, back, () => pressSecond(page).then(back));
});

test("a related product's picture becomes the first one of its own page", async ({ page }) => {
  await expectMove(page, async () => {
    await page.goto("/storefront/products/lemon-meridian/");
    await page.locator("main .card__name a").first().click();
    await page.waitForURL((url) => !url.pathname.includes("lemon-meridian"));
  });
});

const slowTest = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads which fixtures are wanted from this pattern
  proxy: async ({}, use) => {
    const { server, end } = await slowLine();
    await use({ server });
    end();
  },
});

slowTest("a product is shown with its picture, however slowly the rest of its page comes", async ({ page }) => {
  await expectMove(page, () => pressSecond(page));
});

test("nothing moves for who asked for no movement", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(listing);
  await page.locator(".card__name a").first().click();
  await page.waitForURL(/\/products\//);
  await expect.poll(async () => (await recordedMovement(page)).moved).toEqual([]);
});

test("a button can be pressed while a page still fades in", async ({ page }) => {
  await page.goto(listing);
  await page.locator(".card__name a").first().click();
  await page.waitForURL(/\/products\//);
  await page.locator(".product__actions .button--primary").click();
  await expect(page.getByRole("dialog", { name: "Cart" })).toBeVisible();
});

/**
 * A page that is replaced at this moment accepts no actions for a while, so the action is repeated.
 */
const settled = (act: () => Promise<unknown>) => expect(act).toPass({ timeout: 60_000 });

/** Presses a card, and continues as soon as the next page has begun. */
async function pressCard(page: Page, after: number): Promise<void> {
  await page.goto(listing);
  await page.evaluate(() => document.querySelectorAll<HTMLElement>(".card__name a")[2]?.click());
  await page.waitForURL(/\/products\//, { waitUntil: "commit" });
  await page.waitForTimeout(after);
}

for (const after of isProof ? [0, 40, 150] : [40]) {
  test(`a transition cut short after ${after} ms is no error`, async ({ page, watch }) => {
    await pressCard(page, after);
    await page.locator(".logo").first().dispatchEvent("click");
    await expect(page).toHaveURL(/\/storefront\/$/);

    await pressCard(page, after);
    await settled(() => page.goBack());

    await pressCard(page, after);
    await settled(() => page.reload());

    await pressCard(page, after);
    await page.setViewportSize({ width: 1200 + after, height: 800 });
    await expect(page.locator(".product")).toBeVisible();

    await page.goto(listing);
    await page.evaluate(() => {
      const cards = document.querySelectorAll<HTMLElement>(".card__name a");
      cards[0]?.click();
      setTimeout(() => cards[1]?.click(), 5);
    });
    // The second navigation may abort the first one, so the test accepts any product's page.
    await expect(page).toHaveURL(/\/products\//);
    await expect(page.locator(".product")).toBeVisible();
    expect(watch.skippedTransitions).toEqual([]);
  });
}
