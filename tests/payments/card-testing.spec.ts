import type { Page } from "@playwright/test";
import { answeredCheckout, type BegunCheckout, fillCard, isAlive, variantsIn } from "../checkout/begun-checkout.ts";
import { expect, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import type { RunningShop } from "../support/running-shop.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { withDatabase } from "../support/signed-in.ts";

/** A checkout with so many declined cards that its next payment requires proof of work. */
async function openDeclined(page: Page, shop: RunningShop): Promise<BegunCheckout> {
  const [variant] = await variantsIn(shop, 1);
  const begun = await answeredCheckout(page, [{ variantId: variant?.id ?? "", quantity: 1 }]);
  const { checkoutId } = begun;
  const rows = Array.from({ length: 5 }, (_, at) => ({
    id: `${checkoutId}-${at}`,
    kind: "card-declined-checkout",
    subject: checkoutId,
    at: Date.now(),
  }));
  await withDatabase(shop, (db) => db.insertInto("counted_try").values(rows).execute());
  await page.goto(begun.step("payment"));
  return begun;
}

const working = "Checking this payment first.";

/** Records when the page says that it works: on a fast machine the message is gone in a moment. */
const noteWork = (page: Page) =>
  page.evaluate((text) => {
    const note = () => document.body.textContent.includes(text) && sessionStorage.setItem("worked", "yes");
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
  }, working);

const pay = (page: Page) => page.getByRole("button", { name: /^Pay/ }).click();

inCombinations(["1440 off"], ({ javaScriptEnabled }) => {
  test("after many declined cards a shopper pays with some work, or with a mailed link", async ({ page, shop, watch }) => {
    const { checkoutId } = await openDeclined(page, shop);
    if (javaScriptEnabled) {
      await isAlive(page, "payment-form");
      await noteWork(page);
    }
    await fillCard(page);
    await pay(page);
    if (!javaScriptEnabled) {
      await expect(page.getByText("One more step before you pay")).toBeVisible();
      await page.getByRole("button", { name: "Email me a link" }).click();
      await expect(page.getByText("Check your email")).toBeVisible();
      const linkOf = async () =>
        (await emailsIn(shop.directory)).find(({ link }) => link.includes(`${checkoutId}/?token=`))?.link;
      await expect.poll(linkOf).toBeTruthy();
      await page.goto((await linkOf()) ?? "");
      await fillCard(page);
      await pay(page);
    }
    await page.waitForURL(/\/checkout\/confirmation\//);
    if (javaScriptEnabled) expect(await page.evaluate(() => sessionStorage.getItem("worked"))).toBe("yes");
    // The only refusal is the one that asks for the work.
    expect(watch.errors.filter((error) => !error.includes("status of 403"))).toEqual([]);
    expect(watch.errors.length).toBeLessThanOrEqual(1);
    watch.errors.length = 0;
  });
});
