import type { Page } from "@playwright/test";
import { annInTexas } from "./support/addresses.ts";
import { expect, expectAccessible, test } from "./support/browser.ts";

/** Country and area are chosen, not typed. */
const { country, countryArea, ...typedAddress } = annInTexas;

const widths = [390, 1440];

async function fillAddress(page: Page): Promise<void> {
  for (const [name, text] of Object.entries(typedAddress)) await page.fill(`[name=${name}]`, text);
  await page.selectOption("[name=country]", country);
  await page.selectOption("[name=countryArea]", countryArea);
}

async function fillCard(page: Page, number: string): Promise<void> {
  await page.fill("[name=cardNumber]", number);
  await page.fill("[name=expirationDate]", "12/30");
  await page.fill("[name=securityCode]", "123");
  await page.fill("[name=cardName]", "Ann Lee");
}

/** Expects that no toast covers the pay button, a total or another toast. */
async function expectToastsAside(page: Page): Promise<void> {
  const covered = await page.evaluate(() => {
    const toasts = [...document.querySelectorAll(".toast")];
    const others = [...document.querySelectorAll(".button--primary, .totals"), ...toasts];
    const meets = (a: DOMRect, b: DOMRect) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    return toasts.flatMap((toast) =>
      others
        .filter((other) => other !== toast && meets(toast.getBoundingClientRect(), other.getBoundingClientRect()))
        .map((other) => other.className),
    );
  });
  expect(covered).toEqual([]);
}

/**
 * Expects that the promo field is as wide as the summary, below its label. On phones the summary is
 * folded, so it is opened first.
 */
async function expectRoomForPromo(page: Page): Promise<void> {
  if (!(await page.locator("#promoCode").isVisible())) await page.locator("details.summary > summary").click();
  const body = await page.locator(".summary__body .totals").boundingBox();
  const label = await page.getByText("Promo code", { exact: true }).boundingBox();
  const row = await page.locator("#promoCode").locator("..").boundingBox();
  if (!body || !label || !row) throw new Error("the summary does not show its promo field");
  expect(row.y).toBeGreaterThanOrEqual(label.y + label.height);
  expect(Math.abs(row.width - body.width)).toBeLessThanOrEqual(1);
}

const goOn = (page: Page) => page.getByRole("button", { name: "Continue" }).click();

/**
 * Lets axe judge the page at these widths; a second width is needed only if the page's elements
 * differ there.
 */
type Judge = (at: readonly number[]) => Promise<void>;

/** Opens the page of a product in stock by a shopper's links. */
async function findProduct(page: Page, judge: Judge): Promise<void> {
  await page.goto("/storefront/collections/");
  await judge([390]);
  await page.locator(".card:has(.card__buy) .card__name a").first().click();
  await page.waitForURL(/\/storefront\/products\//);
}

for (const width of widths) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });
    const tag = width === 390 ? "@quick" : [];

    test(`a shopper buys with scripts on (requirements 10, 20–24, 34, 70, 74, 108)`, { tag }, async ({ page, context }) => {
      const judge: Judge = async (at) => {
        if (at.includes(width)) await expectAccessible(page);
      };
      await findProduct(page, judge);
      await page.locator("main form[action*='cart/add'] button", { hasText: "Add to cart" }).first().click();
      const drawer = page.locator("dialog.drawer[open]");
      await expect(drawer).toBeVisible();
      await judge([390]);
      await drawer.getByRole("link", { name: "Checkout" }).click();

      await page.waitForURL(/\/checkout\/contact\/[a-f0-9]{32}/);
      await judge([1440]);
      await page.fill("[name=email]", "ann@");
      await goOn(page);
      await expect(page.locator("#email-error")).toBeVisible();
      await judge([390]);
      await page.fill("[name=email]", "ann@example.com");
      await goOn(page);

      await page.waitForURL(/\/checkout\/shipping\/[a-f0-9]{32}/);
      await expect(page.getByRole("button", { name: "Continue" })).toBeDisabled();
      await fillAddress(page);
      await page.fill("[name=postalCode]", "9");
      await goOn(page);
      await expect(page.locator("#postalCode-error")).toBeVisible();
      await judge([390]);
      await page.fill("[name=postalCode]", "78701");
      await goOn(page);

      await page.waitForURL(/\/checkout\/shipping_method\/[a-f0-9]{32}/);
      await page.locator("[name=shippingMethodId]").first().check();
      await judge([390]);
      await goOn(page);

      await page.waitForURL(/\/checkout\/payment\/[a-f0-9]{32}/);
      await expectRoomForPromo(page);
      await fillCard(page, "4000000000000002");
      await judge(widths);
      await page.getByRole("button", { name: /^Pay/ }).click();
      await expect(page.locator(".toast--error")).toBeVisible();
      await expectToastsAside(page);
      await judge([390]);
      await fillCard(page, "4242424242424242");
      await expect(page.locator("[name=cardNumber]")).toHaveValue("4242 4242 4242 4242");
      await page.getByRole("button", { name: /^Pay/ }).click();

      await page.waitForURL(/\/checkout\/confirmation\/[a-f0-9]{32}/);
      await expect(page.getByRole("heading", { level: 1 })).toContainText("Thank you");
      await expect(page.locator("[data-island=purchase]")).toBeAttached();
      await judge([390]);
      const cookies = await context.cookies();
      expect(cookies.map(({ name }) => name)).not.toContain("checkoutId");
      const purchases = () =>
        page.evaluate(() => {
          const { dataLayer = [] } = window as unknown as { dataLayer?: { event?: string }[] };
          return dataLayer.filter(({ event }) => event === "purchase").length;
        });
      await expect.poll(purchases).toBe(1);
      await page.reload();
      // The island that reports purchases is not on the page again.
      await expect(page.locator("[data-island=purchase]")).toHaveCount(0);
      const again = await page.evaluate(
        () => (window as unknown as { dataLayer?: { event?: string }[] }).dataLayer?.map(({ event }) => event) ?? [],
      );
      expect(again).not.toContain("purchase");
    });

    test.describe("with scripts off", () => {
      test.use({ javaScriptEnabled: false });

      test("a shopper buys by plain forms and links", { tag }, async ({ page, context }) => {
        await page.goto("/storefront/collections/");
        await page.locator(".card:has(.card__buy) .card__name a").nth(1).click();
        await page.waitForURL(/\/storefront\/products\//);
        await page.locator("main form[action*='cart/add'] button", { hasText: "Add to cart" }).first().click();
        await page.waitForURL(/\/storefront\/cart\//);
        await page.getByRole("link", { name: "Checkout" }).first().click();

        await page.waitForURL(/\/checkout\/contact\//);
        await page.fill("[name=email]", "ann@");
        await goOn(page);
        await expect(page.locator("#email-error")).toBeVisible();
        await expect(page.locator("[name=email]")).toHaveValue("ann@");
        await page.fill("[name=email]", "ann@example.com");
        await goOn(page);

        await page.waitForURL(/\/checkout\/shipping\//);
        await fillAddress(page);
        await page.fill("[name=postalCode]", "9");
        await goOn(page);
        await expect(page.locator("#postalCode-error")).toBeVisible();
        await expect(page.locator("[name=city]")).toHaveValue("Austin");
        await page.fill("[name=postalCode]", "78701");
        await goOn(page);

        await page.waitForURL(/\/checkout\/shipping_method\//);
        await page.locator("[name=shippingMethodId]").first().check();
        await goOn(page);

        await page.waitForURL(/\/checkout\/payment\//);
        await expectRoomForPromo(page);
        await fillCard(page, "4000000000000002");
        await page.getByRole("button", { name: /^Pay/ }).click();
        await expect(page.locator(".notice--error")).toBeVisible();
        await expect(page.locator("[name=cardNumber]")).toHaveValue("");
        await fillCard(page, "4242424242424242");
        await page.getByRole("button", { name: /^Pay/ }).click();

        await page.waitForURL(/\/checkout\/confirmation\//);
        await expect(page.getByRole("heading", { level: 1 })).toContainText("Thank you");
        expect((await context.cookies()).map(({ name }) => name)).not.toContain("checkoutId");
      });
    });
  });
}
