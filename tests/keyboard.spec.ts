import type { Page } from "@playwright/test";
import { expect, test } from "./support/browser.ts";

/**
 * Presses Tab until the focused element matches `wanted`; fails if it is not among the next `limit`
 * stops.
 */
async function tabTo(page: Page, wanted: string, limit = 60): Promise<void> {
  for (let stop = 0; stop < limit; stop++) {
    if (await page.evaluate((selector) => document.activeElement?.matches(selector) === true, wanted)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the focus never came to ${wanted}`);
}

async function type(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, `[name=${name}]`);
  await page.keyboard.type(text);
}

const focusIsVisible = (page: Page) =>
  page.evaluate(() => {
    const style = getComputedStyle(document.activeElement ?? document.body);
    return style.outlineStyle !== "none" || style.boxShadow !== "none";
  });

test("the whole purchase works by keyboard alone", { tag: "@quick" }, async ({ page }) => {
  await page.goto("/storefront/products/field-club-tee/");
  await tabTo(page, "main form[action*='cart/add'] button:not(.stepper__button)");
  expect(await focusIsVisible(page)).toBe(true);
  await page.keyboard.press("Enter");
  await expect(page.locator("dialog.drawer[open]")).toBeVisible();
  await tabTo(page, "dialog.drawer a[href*='/checkout/contact/']");
  await page.keyboard.press("Escape");
  await expect(page.locator("dialog.drawer[open]")).toHaveCount(0);
  expect(await page.evaluate(() => document.activeElement?.tagName), "the drawer gives the focus back").toBe("BUTTON");
  await page.keyboard.press("Enter");
  await expect(page.locator("dialog.drawer[open]")).toBeVisible();
  await tabTo(page, "dialog.drawer a[href*='/checkout/contact/']");
  await page.keyboard.press("Enter");

  await page.waitForURL(/\/checkout\/contact\//);
  await type(page, "email", "keys@example.com");
  await page.keyboard.press("Enter");

  await page.waitForURL(/\/checkout\/shipping\//);
  const fields = { firstName: "Ann", lastName: "Lee", streetAddress1: "1 Congress Avenue", city: "Austin", postalCode: "9" };
  for (const [name, text] of Object.entries(fields)) await type(page, name, text);
  await page.keyboard.press("Shift+Tab");
  await page.focus("[name=countryArea]");
  await page.keyboard.type("Texas");
  await type(page, "phone", "512 555 0100");
  await page.keyboard.press("Enter");
  await expect(page.locator("#postalCode-error")).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("name")), "the first wrong field has the focus")
    .toBe("postalCode");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("78701");
  await page.keyboard.press("Enter");

  await page.waitForURL(/\/checkout\/shipping_method\//);
  await tabTo(page, "[name=shippingMethodId]");
  await page.keyboard.press("Space");
  await tabTo(page, "main .button--primary");
  await page.keyboard.press("Enter");

  await page.waitForURL(/\/checkout\/payment\//);
  await type(page, "cardNumber", "4242424242424242");
  await type(page, "expirationDate", "1230");
  await type(page, "securityCode", "123");
  await type(page, "cardName", "Ann Lee");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/checkout\/confirmation\//);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Thank you");
});
