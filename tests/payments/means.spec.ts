import { writeMeans } from "../../server/checkout/means-records.ts";
import { transact } from "../../server/db/transaction.ts";
import { answeredCheckout, isAlive, variantsIn } from "../checkout/begun-checkout.ts";
import { expect, expectAccessible, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import type { RunningShop } from "../support/running-shop.ts";
import { withDatabase } from "../support/signed-in.ts";

const transfer = { name: "Bank transfer", instructions: "Send it to account 4711.", termDays: 10, shipsUnpaid: false };

/** Switches the payment method on for one test, since other tests share the shop. */
async function withTransfer(shop: RunningShop, work: () => Promise<void>): Promise<void> {
  const turn = (active: boolean) =>
    withDatabase(shop, (db) => transact(db, (tx) => writeMeans(tx, "transfer", { ...transfer, active })));
  await turn(true);
  await work().finally(() => turn(false));
}

inCombinations(["390 on", "390 off"], ({ javaScriptEnabled }) => {
  test("a shopper chooses a bank transfer, needs no card, and reads what to do", async ({ page, shop }) => {
    await withTransfer(shop, async () => {
      const [variant] = await variantsIn(shop, 1);
      const { step } = await answeredCheckout(page, [{ variantId: variant?.id ?? "", quantity: 1 }]);
      await page.goto(step("payment"));
      if (javaScriptEnabled) await isAlive(page, "payment-form");
      await expect(page.getByRole("radio", { name: "Card", exact: true })).toBeChecked();
      await expect(page.locator("[name=cardNumber]")).toBeVisible();
      await page.getByText("Bank transfer").click();
      await expect(page.locator("[name=cardNumber]")).toBeHidden();
      if (javaScriptEnabled) await expectAccessible(page);
      await page.getByRole("button", { name: /^Place order · \$\d/ }).click();
      await page.waitForURL(/\/checkout\/confirmation\//);
      await expect(page.getByText("Send it to account 4711.")).toBeVisible();
      if (javaScriptEnabled) await expectAccessible(page);
    });
  });
});
