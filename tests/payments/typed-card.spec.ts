import type { Page } from "@playwright/test";
import { answeredCheckout, fillCard, isAlive, variantsIn } from "../checkout/begun-checkout.ts";
import { expect, expectAccessible, test } from "../support/browser.ts";
import { inCombinations, scriptsOff, scriptsOn } from "../support/combinations.ts";
import type { RunningShop } from "../support/running-shop.ts";

async function openPayment(page: Page, shop: RunningShop): Promise<void> {
  const [variant] = await variantsIn(shop, 1);
  const { step } = await answeredCheckout(page, [{ variantId: variant?.id ?? "", quantity: 1 }]);
  await page.goto(step("payment"));
}

const pay = (page: Page) => page.getByRole("button", { name: /^Pay/ }).click();
const expiry = (page: Page) => page.locator("[name=expirationDate]");

inCombinations(["1440 on"], ({ javaScriptEnabled }) => {
  test("an expiry date is understood as a browser or a password manager fills it in", async ({ page, shop }) => {
    await openPayment(page, shop);
    if (javaScriptEnabled) await isAlive(page, "payment-form");
    const year = new Date().getFullYear() + 2;
    await fillCard(page, { expirationDate: `${year}-04` });
    if (javaScriptEnabled) await expect(expiry(page)).toHaveValue(`04/${year % 100}`);
    await pay(page);
    await page.waitForURL(/\/checkout\/confirmation\//);
  });

  test("an expiry date that no card has is refused, never changed", async ({ page, shop }) => {
    await openPayment(page, shop);
    if (javaScriptEnabled) await isAlive(page, "payment-form");
    await fillCard(page, { expirationDate: "01/20" });
    // With scripts the year is corrected while it is typed (requirement 100). Setting the value
    // skips this.
    if (javaScriptEnabled)
      await expiry(page).evaluate((field) => {
        (field as HTMLInputElement).value = "1/2";
      });
    await pay(page);
    await expect(page.locator("#expirationDate-error")).toBeVisible();
    if (javaScriptEnabled) await expectAccessible(page);
    expect(new URL(page.url()).pathname).toContain("payment");
  });
});

inCombinations(
  ["390 on"],
  () => {
    test("an expiry date is mended while it is typed, and the card's brand is named (requirements 97–101)", async ({
      page,
      shop,
    }) => {
      await openPayment(page, shop);
      await isAlive(page, "payment-form");
      const now = new Date().getFullYear() % 100;
      for (const [keys, shown] of [
        [`13${now}`, `12/${now}`],
        [`00${now}`, `12/${now}`],
        [`04${now - 1}`, `04/${now}`],
        [`04${now + 11}`, `04/${now + 10}`],
        [`0x4${now}`, `04/${now}`],
      ] as const) {
        await expiry(page).fill("");
        await expiry(page).pressSequentially(keys);
        await expect(expiry(page)).toHaveValue(shown);
      }
      await page.locator("[name=cardNumber]").pressSequentially("55555555");
      await expect(page.locator("#card-brand")).toHaveText("Mastercard");
      await expect(page.locator("[name=cardNumber]")).toHaveValue("5555 5555");
    });
  },
  scriptsOn,
);

// These few browser tests run only in `npm run prove`. Tests over HTTP cover every field and every
// form.
inCombinations(
  [],
  () => {
    test("a wrong billing address does not hide what is wrong with the card", async ({ page, shop }) => {
      await openPayment(page, shop);
      await page.getByText("Use a different billing address").click();
      await fillCard(page, { cardNumber: "4242" });
      await page.locator("[name=postalCode]").fill("9");
      await pay(page);
      for (const field of ["postalCode", "cardNumber"]) await expect(page.locator(`#${field}-error`)).toBeVisible();
      await expect(page.locator("[name=postalCode]")).toHaveValue("9");
      await expect(page.locator("[name=cardNumber]")).toHaveValue("");
    });

    test("the address of a refused form leads to its step", async ({ page, shop }) => {
      await openPayment(page, shop);
      await page.goto(page.url().replace("/payment/", "/contact/"));
      await page.fill("[name=email]", "ann@");
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(page.locator("#email-error")).toBeVisible();
      expect(new URL(page.url()).pathname).toBe("/storefront/checkout/email");

      await page.goto(page.url());

      await expect(page).toHaveURL(/\/checkout\/contact\/[a-f0-9]{32}\/$/);
      await expect(page.locator("[name=email]")).toHaveValue("ann@example.com");
    });
  },
  scriptsOff,
);
