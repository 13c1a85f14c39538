import type { Page } from "@playwright/test";
import { answeredCheckout, isAlive, variantsIn } from "../checkout/begun-checkout.ts";
import { test as base, expect, expectAccessible } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import { copyDemoFolder } from "../support/demo-folder.ts";
import { type RunningShop, removeShop, runShop } from "../support/running-shop.ts";
import { cardForm } from "./shopper.ts";

/** A shop whose cards are typed on the gateway's page, which stands at another origin. */
const test = base.extend<object, { shop: RunningShop }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the wanted fixtures from it
    async ({}, use) => {
      const shop = await runShop({ PAYMENT_CARD_FORM: "hosted" }, await copyDemoFolder());
      await use(shop);
      await shop.end();
      await removeShop(shop.directory);
    },
    { scope: "worker" },
  ],
  watch: async ({ context }, use) => {
    const errors: string[] = [];
    context.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    await use({ errors, skippedTransitions: [] });
    expect(errors).toEqual([]);
  },
});

async function atPayment(page: Page, shop: RunningShop, scripted: boolean): Promise<void> {
  const [variant] = await variantsIn(shop, 1);
  const { step } = await answeredCheckout(page, [{ variantId: variant?.id ?? "", quantity: 1 }]);
  await page.goto(step("payment"));
  if (scripted) await isAlive(page, "payment-form");
  await expect(page.locator("[name=cardNumber]")).toHaveCount(0);
}

async function typeCard(page: Page): Promise<void> {
  for (const [name, text] of Object.entries(cardForm())) await page.locator(`[name=${name}]`).fill(text);
}

inCombinations(["390 on", "390 off"], ({ javaScriptEnabled: scripted }) => {
  test("a shopper pays on the gateway's page and comes back to the confirmation", async ({ page, shop }) => {
    await atPayment(page, shop, scripted);
    if (scripted) await expectAccessible(page);
    await page.getByRole("button", { name: /^Pay/ }).click();
    await page.waitForURL(/\/pay\//);
    await typeCard(page);
    await page.getByRole("button", { name: /^Pay/ }).click();
    await page.waitForURL(/\/checkout\/confirmation\//);
    await expect(page.locator("h1")).toContainText("Thank");
  });

  test("a shopper who goes back sees the way to the page, leaves it, and pays by another try", async ({ page, shop }) => {
    await atPayment(page, shop, scripted);
    const step = page.url();
    await page.getByRole("button", { name: /^Pay/ }).click();
    await page.waitForURL(/\/pay\//);
    await page.goto(step);
    await expect(page.getByRole("heading", { name: "Pay on our payment provider’s page" })).toBeVisible();
    if (scripted) await expectAccessible(page);
    await page.getByRole("link", { name: "Change my order or pay another way" }).click();
    await expect(page.getByText("You left our payment provider’s page before paying")).toBeVisible();
    await page.getByRole("button", { name: /^Pay/ }).click();
    await page.waitForURL(/\/pay\//);
    await typeCard(page);
    await page.getByRole("button", { name: /^Pay/ }).click();
    await page.waitForURL(/\/checkout\/confirmation\//);
  });
});
