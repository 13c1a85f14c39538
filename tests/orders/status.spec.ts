import { expect, expectAccessible, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import type { RunningShop } from "../support/running-shop.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { orderIn } from "./demo-order.ts";

/** The link in the one mail to this address that has such a link. */
async function linkTo(shop: RunningShop, email: string, path: string): Promise<string> {
  const found = async () =>
    (await emailsIn(shop.directory)).find(({ to, text }) => to === email && text.includes(path))?.text ?? "";
  await expect.poll(found, "an email").toContain(path);
  return new RegExp(`${path}\\S+`).exec((await found()).split("text/html")[0] ?? "")?.[0] ?? "";
}

inCombinations(["390 off"], ({ width, javaScriptEnabled, key }) => {
  test("a mail's button shows a guest the order, and mails a link to the rest of it", async ({ page, shop }) => {
    const email = `status-${key}@example.com`;
    const { number } = await orderIn(shop, { email });
    const link = await linkTo(shop, email, "/storefront/orders/status/");
    await page.goto(link);
    await expect(page.getByRole("heading", { name: `Order ${number}` })).toBeVisible();
    await expect(page.locator(".order .state")).toHaveText("Placed");
    await expect(page.getByText("Fern Lane")).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    if (javaScriptEnabled) await expectAccessible(page);
    await page.getByRole("button", { name: "Email me a link" }).click();
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    if (javaScriptEnabled) await expectAccessible(page);

    await page.goto(await linkTo(shop, email, "/storefront/orders/lookup/"));
    await page.getByRole("button", { name: "View order" }).click();
    await expect(page.getByText("1 Fern Lane")).toBeVisible();
    await page.goto(link);
    await expect(page).toHaveURL(/dashboard\/orders/);
  });
});
