import type { Page } from "@playwright/test";
import { answeredCheckout, type BegunCheckout, fillCard, variantsIn } from "../checkout/begun-checkout.ts";
import { annWithoutPhone } from "../support/addresses.ts";
import { expect, expectAccessible, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import type { RunningShop } from "../support/running-shop.ts";
import { withDatabase } from "../support/signed-in.ts";

/** A guest's checkout of one product, up to the payment. */
async function atPayment(page: Page, shop: RunningShop): Promise<BegunCheckout> {
  const [variant] = await variantsIn(shop, 1);
  return await answeredCheckout(page, [{ variantId: variant?.id ?? "", quantity: 1 }]);
}

/**
 * Sets the state of a checkout as another process does when a payment begins (`paying`) or ends
 * (`open`).
 */
const markAs = (shop: RunningShop, checkoutId: string, state: "open" | "paying") =>
  withDatabase(shop, (db) => db.updateTable("checkout").set({ state }).where("id", "=", checkoutId).execute());

const shot = async (page: Page, name: string) => {
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/${name}-${page.viewportSize()?.width}.png`, fullPage: true });
};

inCombinations(["390 on"], ({ javaScriptEnabled }) => {
  const scripts = javaScriptEnabled ? "on" : "off";

  test("what another tab changed is shown, old and new, before it is paid", { tag: "@feature" }, async ({ page, shop }) => {
    const { step, call } = await atPayment(page, shop);
    await page.goto(step("payment"));
    await call("POST", "shipping", {
      shippingAddress: { ...annWithoutPhone, streetAddress1: "9 Cedar Court" },
      saveForLater: false,
    });

    await fillCard(page);
    await page.getByRole("button", { name: /^Pay/ }).click();

    const words = page.locator("main form .notice--warning");
    await expect(words).toContainText("Your shipping address was Ann Lee, 1 Congress Avenue");
    await expect(words).toContainText("and is now Ann Lee, 9 Cedar Court");
    await expect(page.locator(".completed-steps")).toContainText("9 Cedar Court");
    if (javaScriptEnabled) await expectAccessible(page);
    await shot(page, `changed-${scripts}`);
    if (!javaScriptEnabled) await fillCard(page);
    await page.getByRole("button", { name: /^Pay/ }).click();
    await page.waitForURL(/\/checkout\/confirmation\/[a-f0-9]{32}/);
    await expect(page.getByText("9 Cedar Court").first()).toBeVisible();
  });

  test("a ZIP code of another state is asked about, and goes on once it is accepted", async ({ page, shop }) => {
    const { step } = await atPayment(page, shop);
    await page.goto(step("shipping"));
    await page.fill("[name=postalCode]", "10001");
    const goOn = page.getByRole("button", { name: "Continue" });
    await goOn.click();

    await expect(page.locator("#postalCode-error")).toHaveText("The ZIP code 10001 is in New York, not in Texas.");
    await expect(page.locator("[name=city]")).toHaveValue("Austin");
    if (javaScriptEnabled) await expectAccessible(page);
    await shot(page, `area-${scripts}`);
    await page.getByLabel("Use this address as entered").check();
    await goOn.click();
    await page.waitForURL(`**${step("shipping_method")}`);
  });

  test("a payment under way is waited for, and its outcome comes by itself", async ({ page, shop }) => {
    const { checkoutId, step } = await atPayment(page, shop);
    const waiting = page.getByRole("heading", { name: "We are waiting for your bank" });
    await page.goto(step("payment"));
    await expect(page.locator("[name=cardNumber]")).toBeVisible();
    await page.goto("/storefront/cart/");
    await markAs(shop, checkoutId, "paying");
    await page.goBack();
    await expect(waiting).toBeVisible();
    await page.reload();
    await expect(waiting).toBeVisible();

    await page.goto("/storefront/cart/");
    await expect(page.getByRole("link", { name: "Checkout", exact: true })).toHaveCount(0);
    await shot(page, `paying-cart-${scripts}`);
    await page.getByRole("link", { name: "View your payment" }).click();

    await page.waitForURL(`**${step("payment")}`);
    await expect(waiting).toBeVisible();
    await expect(page.locator("[name=cardNumber]")).toHaveCount(0);
    if (javaScriptEnabled) await expectAccessible(page);
    await shot(page, `waiting-${scripts}`);
    await markAs(shop, checkoutId, "open");
    if (!javaScriptEnabled) await page.getByRole("link", { name: "Check again" }).click();
    await expect(page.locator("[name=cardNumber]")).toBeVisible();
  });
});
