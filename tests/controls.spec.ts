import type { Page } from "@playwright/test";
import { expect, test } from "./support/browser.ts";

const product = "/storefront/products/field-club-tee/";
const pressed = "0.6";

/** Controls of each kind, on the screens that have them. */
const controls = {
  [product]: [
    ".site-header .logo",
    "a.site-action",
    ".ship-to > summary",
    ".search .button",
    ".site-nav a",
    ".breadcrumbs a",
    ".gallery__thumbs > *",
    ".product__heart .heart",
    ".chip",
    ".stepper__button",
    ".product__actions .button--primary",
    ".disclosure > summary",
    ".assurances .button--link:visible",
    ".reviews select",
    ".site-footer li a",
  ],
  "/storefront/collections/": [".check", ".filters__group > summary", ".grid-products .card:has(.card__buy)", ".card .heart"],
};

const opacity = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((control) => getComputedStyle(control).opacity);

for (const [path, selectors] of Object.entries(controls))
  test(`every control of ${path} shows that it is pressed, in one way`, async ({ page }) => {
    await page.goto(path);
    for (const selector of selectors) {
      const control = page.locator(selector).first();
      await control.scrollIntoViewIfNeeded();
      const inside = selector.startsWith(".grid-products") ? control.locator(".card__name a") : control;
      await inside.hover();
      await page.mouse.down();
      expect(await opacity(page, selector), selector).toBe(pressed);
      // A press that ends elsewhere does nothing.
      await page.mouse.move(0, 0);
      await page.mouse.up();
    }
  });

test("a control that is off shows neither a pointer nor a press", async ({ page }) => {
  await page.goto(product);
  const arrow = page.locator(".carousel__arrows [aria-disabled=true]").first();
  await arrow.scrollIntoViewIfNeeded();
  const look = () => arrow.evaluate((one) => [getComputedStyle(one).borderColor, getComputedStyle(one).opacity]);
  const before = await look();
  await arrow.hover();
  await page.mouse.down();
  expect(await look()).toEqual(before);
});

test("the arrow of a fold tells whether it is open", async ({ page }) => {
  await page.goto(product);
  const head = page.locator(".disclosure > summary").first();
  const arrow = () => head.locator(".icon").evaluate((icon) => getComputedStyle(icon).transform);
  await expect.poll(arrow).toMatch(/^matrix\(-1, /);
  await head.click();
  await expect.poll(arrow).toBe("none");
});

test.describe("under a finger", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("nothing flashes, and no look of a pointer stays", async ({ page }) => {
    await page.goto(product);
    const more = page.locator(".stepper__button").last();
    const background = () => more.evaluate((one) => getComputedStyle(one).backgroundColor);
    const before = await background();
    await more.tap();
    await expect(page.locator("input.stepper__count")).toHaveValue("2");
    expect(await background()).toBe(before);
    const flash = await more.evaluate((one) => getComputedStyle(one).getPropertyValue("-webkit-tap-highlight-color"));
    expect(flash).toBe("rgba(0, 0, 0, 0)");
    // Safari on iOS draws presses only then.
    await expect.poll(() => page.evaluate(() => typeof window.ontouchstart)).toBe("function");
  });
});
