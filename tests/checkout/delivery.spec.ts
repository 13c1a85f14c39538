import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import { answeredCheckout, variantsIn } from "./begun-checkout.ts";

/** `Thu, Dec 3, 2026`, or two such days with a dash between them. */
const day = String.raw`\w{3}, \w{3} \d{1,2}(?:, \d{4})?`;
const days = (before: string) => new RegExp(`${before} ${day}(?: – ${day})?`);

const goOn = (page: Page) => page.getByRole("button", { name: "Continue" }).click();

/** With scripts the cart opens in a drawer; without scripts it is a page. */
async function addToCart(page: Page, drawer: boolean): Promise<void> {
  await page.goto("/storefront/products/lemon-meridian/");
  await expect(page.getByText("Standard delivery in 5–7 business days, overnight in 1 day")).toBeVisible();
  await page.locator("main form[action*='cart/add'] button", { hasText: "Add to cart" }).first().click();
  const cart = drawer ? page.locator("dialog.drawer[open]") : page.getByRole("main");
  await cart.getByRole("link", { name: "Checkout" }).first().click();
  await page.waitForURL(/\/checkout\/contact\//);
}

async function goToMethods(page: Page): Promise<void> {
  await page.fill("[name=email]", "ann@example.com");
  await goOn(page);
  await page.waitForURL(/\/checkout\/shipping\//);
  const address = { firstName: "Ann", lastName: "Lee", streetAddress1: "12 Elm Street", city: "Austin", postalCode: "78701" };
  for (const [name, value] of Object.entries(address)) await page.fill(`[name=${name}]`, value);
  await page.selectOption("[name=countryArea]", "TX");
  await goOn(page);
  await page.waitForURL(/\/checkout\/shipping_method\//);
}

async function chooseOvernight(page: Page): Promise<void> {
  const card = (name: string) => page.locator(".radio-card", { hasText: name });
  for (const name of ["Standard", "Expedited", "Overnight"]) await expect(card(name)).toContainText(days("Arrives"));
  await card("Overnight").getByRole("radio").check();
  await goOn(page);
  await page.waitForURL(/\/checkout\/payment\//);
  await expect(page.locator(".completed-steps")).toContainText(days("Overnight, arrives"));
}

inCombinations(["390 off"], ({ javaScriptEnabled }) => {
  test("the product page tells business days, the checkout the days of arrival", { tag: "@feature" }, async ({ page }) => {
    await addToCart(page, javaScriptEnabled);
    await goToMethods(page);
    if (javaScriptEnabled) await expectAccessible(page);
    await chooseOvernight(page);
  });

  test("the step and the total stay in sight on a phone, and do not cover the focused field", async ({ page, shop }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const [variant] = await variantsIn(shop, 1);
    const { step } = await answeredCheckout(page, [{ variantId: variant?.id ?? "", quantity: 1 }]);
    await page.goto(step("payment"));
    const total = page.locator(".summary__head-total");
    await page.locator("[name=cardName]").scrollIntoViewIfNeeded();
    await page.locator(".checkout-footer").scrollIntoViewIfNeeded();
    await expect(page.locator(".steps [aria-current]")).toBeInViewport({ ratio: 1 });
    await expect(total).toBeInViewport({ ratio: 1 });

    await page.locator("[name=cardNumber]").focus();
    await page.keyboard.press("Shift+Tab");
    const below = await total.evaluate((head) => (head.closest("summary") as Element).getBoundingClientRect().bottom);
    const top = await page.evaluate(() => document.activeElement?.getBoundingClientRect().top);
    expect(top).toBeGreaterThanOrEqual(below);
  });
});
