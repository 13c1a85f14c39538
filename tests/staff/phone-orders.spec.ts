import { annInTexas } from "../support/addresses.ts";
import { expect, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import type { RunningShop } from "../support/running-shop.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { expectGood, joinAs } from "./join-as.ts";

/** The link to a phone order in the one email to this address. */
async function linkTo(shop: RunningShop, email: string): Promise<string> {
  const found = async () =>
    (await emailsIn(shop.directory)).find(({ to, link }) => to === email && link.includes("/phone-order/"))?.link ?? "";
  await expect.poll(found, "an email").toContain("/phone-order/");
  return await found();
}

const { country, countryArea, ...typedAddress } = annInTexas;

inCombinations(["390 off"], ({ javaScriptEnabled, key }) => {
  test("a manager takes a phone order, its shopper pays by the mailed link, and a resent email goes out", async ({
    page,
    shop,
    browser,
  }) => {
    const email = `phone-${key}-${crypto.randomUUID()}@example.com`;
    await joinAs(page, shop.directory, "manager");
    await page.getByRole("link", { name: "Orders", exact: true }).click();
    await page.getByRole("link", { name: "Phone orders" }).click();
    await expectGood(page, javaScriptEnabled);
    await page.getByRole("button", { name: "Take a phone order" }).click();
    await expectGood(page, javaScriptEnabled);

    await page.getByLabel("SKU, barcode, or words of the name").fill("meridian");
    await page.getByRole("button", { name: "Search products" }).click();
    await expectGood(page, javaScriptEnabled);
    await page.getByRole("button", { name: /^Add / }).first().click();
    await expect(page.getByText("Added.")).toBeVisible();
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByRole("button", { name: "Save the email" }).click();
    await expect(page.getByText("Email saved.")).toBeVisible();
    for (const [name, text] of Object.entries(typedAddress)) await page.fill(`[name=${name}]`, text);
    await page.getByLabel("State", { exact: true }).selectOption(`${country}-${countryArea}`);
    // Each press saves what stands in all fields.
    await page.getByLabel("The shopper’s note").fill("Ring twice");
    await page.getByLabel("Email or name of somebody").fill("nobody at all");
    await page.getByRole("button", { name: "Find" }).click();
    await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
    await expect(page.getByLabel("City")).toHaveValue(typedAddress.city);
    await expect(page.getByLabel("The shopper’s note")).toHaveValue("Ring twice");
    await page.getByRole("radio").first().check();
    await page.getByLabel("Shipping price in dollars").fill("free");
    await page.getByRole("button", { name: "Email the link" }).click();
    await expect(page.getByText("Enter an amount in dollars").first()).toBeVisible();
    await expect(page.getByRole("radio").first()).toBeChecked();
    await expect(page.getByLabel("Shipping price in dollars")).toHaveValue("free");
    await expectGood(page, javaScriptEnabled);
    await page.getByLabel("Shipping price in dollars").fill("0");
    await page.getByRole("button", { name: "Email the link" }).click();
    await expect(page.getByText("The link is on its way.")).toBeVisible();
    await expectGood(page, javaScriptEnabled);
    const total = (await page.locator("dt:text-is('Total') + dd").textContent()) ?? "no total";

    const context = await browser.newContext({ javaScriptEnabled, viewport: page.viewportSize() });
    const shopper = await context.newPage();
    await shopper.goto(new URL(await linkTo(shop, email), shop.url).href);
    await expect(shopper.getByRole("heading", { name: "Payment", level: 1 })).toBeVisible();
    await expect(shopper.getByText(total).first()).toBeAttached();
    await expectGood(shopper, javaScriptEnabled);
    await shopper.fill("[name=cardNumber]", "4242424242424242");
    await shopper.fill("[name=expirationDate]", "12/30");
    await shopper.fill("[name=securityCode]", "123");
    await shopper.fill("[name=cardName]", "Ann Lee");
    await shopper.getByRole("button", { name: /^Pay/ }).click();
    await shopper.waitForURL(/\/checkout\/confirmation\//);
    await expect(shopper.getByText(email).first()).toBeVisible();
    await context.close();

    // The order has replaced the draft that the staff had open.
    await page.reload();
    await expect(page.getByRole("heading", { name: /^Order \d+$/ })).toBeVisible();
    await expect(page.getByText("taken by Robin the manager")).toBeVisible();
    await page.getByText("Emails to the shopper").click();
    await expectGood(page, javaScriptEnabled);
    await page.getByRole("button", { name: "Send again Order confirmation" }).click();
    await expect(page.getByText("The email is being sent again.")).toBeVisible();
    await page.getByText("Emails to the shopper").click();
    await expect(page.getByText("Order confirmation, sent again by Robin the manager")).toBeVisible();
  });
});
