import { expect, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { expectGood, joinAs } from "./join-as.ts";

const wasSent = async (directory: string, email: string) =>
  (await emailsIn(directory)).some(({ to, subject }) => to === email && subject.startsWith("Test:"));

inCombinations(["1440 off"], ({ javaScriptEnabled }) => {
  test("a manager rewrites an email, looks at it, tries it, and resets it", async ({ page, context, shop }) => {
    const address = await joinAs(page, shop.directory, "manager");
    await page.getByRole("navigation", { name: "Staff" }).getByRole("link", { name: "Emails" }).click();
    await expectGood(page, javaScriptEnabled);
    await page.getByRole("link", { name: "Your refund is on its way" }).click();
    await expectGood(page, javaScriptEnabled);

    await page.getByLabel("Text").fill("Your money is coming.");
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    await expect(page.getByRole("link", { name: /has to have \{amount\}/ })).toBeVisible();
    await expectGood(page, javaScriptEnabled);
    await page.getByLabel("Text").fill("We sent {amount} back for order {order}.");
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    await expect(page.getByRole("region", { name: "Preview" })).toContainText("We sent $24.00 back for order 1001.");
    const opened = context.waitForEvent("page");
    await page.getByRole("button", { name: "Preview as HTML" }).click();
    const html = await opened;
    await expect(html.getByText("We sent $24.00 back for order 1001.")).toBeVisible();
    await expect(html.getByRole("link", { name: "See your order" })).toHaveCSS("background-color", "rgb(25, 92, 46)");
    await html.close();
    await page.getByRole("button", { name: "Send me a test" }).click();
    await expect(page.getByText(`A test is on its way to ${address}.`)).toBeVisible();
    await expect.poll(() => wasSent(shop.directory, address), { timeout: 60_000 }).toBe(true);

    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await expectGood(page, javaScriptEnabled);
    await page.getByRole("button", { name: "Reset to the shop’s own words" }).click();
    await expect(page.getByText("The email has the shop’s own words again.")).toBeVisible();
    await expect(page.getByLabel("Text")).toHaveValue(/^We refunded \{amount\}/);
  });
});
