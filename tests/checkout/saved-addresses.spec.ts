import type { Page } from "@playwright/test";
import { saveAddress } from "../../server/customers/checkout-addresses.ts";
import { transact } from "../../server/db/transaction.ts";
import { annWithoutPhone, ontario } from "../support/addresses.ts";
import { expect, expectAccessible, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import { signIn, withDatabase } from "../support/signed-in.ts";

const ottawa = { ...ontario, firstName: "Ann", streetAddress1: annWithoutPhone.streetAddress1, phone: "" };

const shot = async (page: Page, name: string) => {
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/${name}-${page.viewportSize()?.width}.png`, fullPage: true });
};

inCombinations(["1440 off"], ({ javaScriptEnabled, key }) => {
  test("a customer chooses a saved address for the parcel and another one for the bill", async ({ page, context, shop }) => {
    await signIn(context, shop, `saved-${key}`);
    await withDatabase(shop, (db) =>
      transact(db, async (tx) => {
        for (const [at, address] of [annWithoutPhone, ottawa].entries())
          await saveAddress(tx, { customerId: `saved-${key}`, id: undefined }, address, at);
      }),
    );
    const alive = async (island: string) => {
      if (javaScriptEnabled) await expect(page.locator(`[data-island=${island}][data-island-alive]`)).toBeAttached();
    };
    const choose = async (city: string) => {
      await page.getByRole("radio", { name: city }).check();
      if (!javaScriptEnabled) await page.getByRole("button", { name: "Use this address" }).click();
    };
    const filled = async (city: string, area: string) => {
      await expect(page.locator("[name=city]")).toHaveValue(city);
      await expect(page.locator("[name=countryArea]")).toHaveValue(area);
      await expect(page.getByRole("radio", { name: city })).toBeChecked();
    };
    await page.goto("/storefront/collections/");
    const variantId = await page.locator(".card form [name=variantId]").last().inputValue();
    await page.request.post("/storefront/cart/add", { form: { variantId } });
    await page.goto("/storefront/cart/");
    await page.goto((await page.getByRole("link", { name: "Checkout" }).getAttribute("href")) ?? "");
    await page.getByRole("button", { name: "Continue" }).click();

    await page.waitForURL(/\/checkout\/shipping\//);
    await alive("address-form");
    await filled("Austin", "TX");
    await expect(page.getByLabel("City")).toBeHidden();
    await page.getByText("Change or enter an address").click();
    await expect(page.getByLabel("City")).toBeVisible();
    await choose("Ottawa");
    await filled("Ottawa", "ON");
    if (javaScriptEnabled) await expectAccessible(page);
    await shot(page, "saved-shipping");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL(/\/checkout\/shipping_method\//);
    await page.getByRole("button", { name: "Continue" }).click();

    await page.waitForURL(/\/checkout\/payment\//);
    await alive("payment-form");
    await page.getByLabel("Use a different billing address").check();
    await choose("Austin");
    await filled("Austin", "TX");
    await expect(page.getByLabel("Use a different billing address")).toBeChecked();
    if (javaScriptEnabled) await expectAccessible(page);
    await shot(page, "saved-billing");
  });
});
