import type { Page } from "@playwright/test";
import { test as base, expect, expectAccessible } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import { copyDemoFolder } from "../support/demo-folder.ts";
import { type RunningShop, removeShop, runShop } from "../support/running-shop.ts";
import { withDatabase } from "../support/signed-in.ts";
import { answeredCheckout, fillCard, isAlive, variantsIn } from "./begun-checkout.ts";
import { startTaxService } from "./start-tax-service.ts";

type Services = { tax: Awaited<ReturnType<typeof startTaxService>>; shop: RunningShop };

/** A shop that asks a tax service; the test stops and restarts the service. */
const test = base.extend<object, Services>({
  tax: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads which fixtures are wanted from this pattern
    async ({}, use) => {
      const tax = await startTaxService();
      await use(tax);
      tax.end();
    },
    { scope: "worker" },
  ],
  shop: [
    async ({ tax }, use) => {
      const shop = await runShop({ TAX_SERVICE_URL: tax.url, TAX_SERVICE_SECRET: "s-3" }, await copyDemoFolder());
      await use(shop);
      await shop.end();
      await removeShop(shop.directory);
    },
    { scope: "worker" },
  ],
});

const away = "Tax can’t be worked out right now. Your cart is saved, and nothing was charged.";
const pay = (page: Page) => page.getByRole("button", { name: /^Pay/ }).click();

inCombinations(["390 on"], ({ javaScriptEnabled }) => {
  test("while the tax service is away nothing is charged, and once it is back the order is paid", async ({
    page,
    shop,
    tax,
    watch,
  }) => {
    tax.state.mode = "right";
    const [variant = { id: "", price: 0 }] = await variantsIn(shop, 1);
    const { checkoutId, step } = await answeredCheckout(page, [{ variantId: variant.id, quantity: 1 }]);
    await page.goto(step("payment"));
    if (javaScriptEnabled) await isAlive(page, "payment-form");
    tax.state.mode = "away";
    await withDatabase(shop, (db) =>
      db
        .updateTable("variant")
        .set({ price: variant.price + 100 })
        .where("id", "=", variant.id)
        .execute(),
    );

    await fillCard(page);
    await pay(page);
    await expect(page.getByText(away).first()).toBeVisible();
    if (javaScriptEnabled) await expectAccessible(page);
    const orders = () =>
      withDatabase(shop, (db) => db.selectFrom("orders").select("id").where("checkout_id", "=", checkoutId).execute());
    expect(await orders()).toEqual([]);
    // Without scripts the form keeps the accepted quote.
    if (javaScriptEnabled) await page.goto(step("payment"));
    await expect(page.getByText(away)).toHaveCount(1);
    await expect(page.getByRole("button", { name: "Pay", exact: true })).toBeVisible();
    await expect(page.getByText("Press Pay if you agree")).toHaveCount(0);

    tax.state.mode = "right";
    // The shop does not ask the service for some seconds.
    await expect(async () => {
      if (javaScriptEnabled) await page.reload();
      else {
        await fillCard(page);
        await pay(page);
      }
      await expect(page.getByText(away)).toHaveCount(0);
    }).toPass();
    if (javaScriptEnabled) await isAlive(page, "payment-form");
    else await expect(page.getByText("Press Pay if you agree")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Pay \$\d/ })).toBeVisible();
    await fillCard(page);
    await pay(page);
    await page.waitForURL(/\/checkout\/confirmation\/[a-f0-9]{32}/);
    // The refused press is the only failure.
    expect(watch.errors.splice(0).filter((error) => !/status (of )?503/.test(error))).toEqual([]);
  });
});
