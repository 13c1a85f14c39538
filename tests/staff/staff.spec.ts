import { codeOf, stepAt } from "../../server/identity/factors/totp-code.ts";
import { expect, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import { expectGood, linkFor } from "./join-as.ts";

const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The current code of an authenticator app for the key on the page. */
function codeFor(key: string): string {
  const bits = [...key.replace(/\s/g, "")].map((letter) => base32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return codeOf(Buffer.from(bytes), stepAt(Date.now()));
}

inCombinations(["390 on"], ({ javaScriptEnabled }) => {
  test(
    "an owner joins by a link, sets up an app, adds a packer, and ships the demo's order",
    { tag: "@feature" },
    async ({ page, shop }, { title, workerIndex }) => {
      const email = `owner-${workerIndex}-${title.length}-${Date.now()}@shop.example`;
      await page.goto(await linkFor(shop.directory, email, "owner"));
      await page.getByLabel("Your name").fill("Olive Owner");
      await page.getByLabel("New password").fill("Blue-river-88");
      await expectGood(page, javaScriptEnabled);
      await page.getByRole("button", { name: "Continue" }).click();

      await page.getByRole("button", { name: "Set up an app" }).click();
      await expectGood(page, javaScriptEnabled);
      const key = (await page.locator("code").textContent()) ?? "";
      await page.getByRole("textbox", { name: "Code" }).fill(codeFor(key));
      await page.getByRole("button", { name: "Turn on" }).click();
      await expect(page.getByRole("heading", { name: "Keep your recovery codes" })).toBeVisible();
      const recovery = (await page.locator("li code").first().textContent()) ?? "";
      await page.getByRole("link", { name: "I’ve saved them" }).click();
      await expect(page.getByRole("heading", { name: "Today" })).toBeVisible();
      await expectGood(page, javaScriptEnabled);

      await page.getByRole("link", { name: "People" }).click();
      await expectGood(page, javaScriptEnabled);
      await expect(page.getByRole("navigation", { name: "Staff" }).locator("[aria-current]")).toBeInViewport({ ratio: 0.9 });
      await page.getByLabel("Email").fill(`packer-${Date.now()}@shop.example`);
      await page.getByRole("radio", { name: "packer" }).check();
      await page.getByRole("button", { name: "Add and send the link" }).click();
      await expect(page.getByText("Added. The link is on its way.")).toBeVisible();

      await page.getByRole("link", { name: "Orders" }).click();
      await expectGood(page, javaScriptEnabled);
      await page.getByRole("link", { name: /^\d+$/ }).last().click();
      await expect(page.getByRole("heading", { name: /^Order \d+$/ })).toBeVisible();
      await expectGood(page, javaScriptEnabled);
      await page.getByText("Refund", { exact: true }).click();
      await page.getByLabel("Amount in dollars").fill("1");
      await page.getByLabel("Amount in dollars").press("Enter");
      await expect(page.getByText(/^Refunds \$1\.00 to .* is left\.$/)).toBeInViewport();
      await expect(page.getByLabel("Amount in dollars")).toHaveValue("1");
      await expectGood(page, javaScriptEnabled);
      await page.getByRole("button", { name: "Refund $1.00" }).click();
      await expect(page.getByText("The refund is on its way.")).toBeVisible();

      await page.getByRole("link", { name: "Customers" }).click();
      await expectGood(page, javaScriptEnabled);
      await page.getByRole("textbox", { name: "Email or name" }).fill("demo@");
      await page.getByRole("button", { name: "Search" }).last().click();
      await page.getByRole("link", { name: "demo@example.com" }).click();
      await page.getByLabel("New note").fill("Likes moss.");
      await page.getByRole("button", { name: "Add the note" }).click();
      await expect(page.getByText("Likes moss.").first()).toBeVisible();
      await page.getByRole("group").getByText("Erase", { exact: true }).click();
      await expect(page.getByText("This can’t be done yet:")).toBeVisible();
      await expectGood(page, javaScriptEnabled);
      await page.getByRole("link", { name: "Jobs" }).click();
      await expect(page.getByRole("heading", { name: "Jobs" })).toBeVisible();
      await expectGood(page, javaScriptEnabled);
      await page.getByRole("link", { name: "Payments" }).click();
      await page.getByRole("button", { name: "Compare with the card gateway" }).click();
      await expect(page.getByText("Compared with the card gateway")).toBeVisible();
      await expectGood(page, javaScriptEnabled);

      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Password").fill("Blue-river-88");
      await page.getByRole("textbox", { name: "Code" }).fill(recovery);
      await expectGood(page, javaScriptEnabled);
      await page.getByRole("textbox", { name: "Code" }).press("Enter");
      await expect(page.getByRole("heading", { name: "Today" })).toBeVisible();
      await page.getByRole("link", { name: "Olive Owner" }).click();
      await expect(page.getByText("You have 9 recovery codes left.")).toBeVisible();
      await expectGood(page, javaScriptEnabled);
    },
  );
});
