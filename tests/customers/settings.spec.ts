import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/browser.ts";
import { holdBack } from "../support/hold-back.ts";
import { password, signInAs } from "./signed-in-customer.ts";

const settings = "/storefront/dashboard/settings/";
const expectMessage = (page: Page, words: string) =>
  expect(page.locator(".toast, .notice").filter({ hasText: words })).toBeVisible();
const act = (page: Page, words: string) => page.getByRole("button", { name: words, exact: true });

async function fillAddress(page: Page, address: { street: string; city: string; state: string; zip: string }): Promise<void> {
  await page.getByLabel("Street address").fill(address.street);
  await page.getByLabel("City").fill(address.city);
  await page.locator("[name=state]").selectOption(address.state);
  await page.getByLabel(/^ZIP/).fill(address.zip);
  await act(page, "Save").click();
}

const elm = { street: "1 Elm St", city: "Austin", state: "TX", zip: "73301" };
const oak = { street: "2 Oak Ave", city: "Portland", state: "OR", zip: "97201" };

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("addresses are kept, changed by keyboard, made the default and removed in place (requirements 206–214)", {
    tag: "@feature",
  }, async ({ page, context, shop }) => {
    await signInAs(context, shop, "settings-phone");
    await page.goto(settings);
    for (const address of [elm, oak]) {
      await page.getByRole("link", { name: "Add an address" }).click();
      await expect(page.getByLabel("First name")).toBeFocused();
      const reload = await holdBack(page, `**${settings}`);
      const anew = page.waitForEvent("framenavigated");
      await fillAddress(page, address);
      await expectMessage(page, "address saved correctly");
      reload();
      await anew;
      await expect(page.getByText(address.street).first()).toBeVisible();
      await expect(page.getByRole("link", { name: "Add an address" })).toBeFocused();
    }
    await expectAccessible(page);

    const edit = page.getByRole("link", { name: "Edit 2 Oak Ave" });
    await edit.focus();
    await page.keyboard.press("Enter");
    await expect(page.locator("[name=state]")).toHaveValue("OR");
    await page.keyboard.press("Escape");
    await expect(edit).toBeFocused();
    await edit.click();
    await page.getByLabel(/^ZIP/).fill("0");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Enter a ZIP code like 73301.")).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel(/^ZIP/).fill("97202");
    await page.keyboard.press("Enter");
    await expect(page.getByText("97202")).toBeVisible();
    await expect(edit).toBeFocused();

    await act(page, "Make default 2 Oak Ave").click();
    await expectMessage(page, "address updated correctly");
    expect((await context.cookies(shop.url)).find(({ name }) => name === "shipTo")?.value).toBe("OR");
    const remove = act(page, "Delete 1 Elm St");
    const question = page.getByRole("dialog", { name: "Delete 1 Elm St?" });
    for (const leave of ["Escape", "Enter"]) {
      await remove.focus();
      await page.keyboard.press("Enter");
      await expect(question.getByRole("button", { name: "Keep address" })).toBeFocused();
      if (leave === "Escape") await expectAccessible(page);
      await page.keyboard.press(leave);
      await expect(question).toBeHidden();
      await expect(remove).toBeFocused();
    }
    await page.keyboard.press("Enter");
    await page.keyboard.press("Shift+Tab");
    await expect(question.getByRole("button", { name: "Delete address" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expectMessage(page, "address removed correctly");
    await expect(page.getByRole("group", { name: "Addresses" })).toBeFocused();
    await expect(page.locator("address")).toHaveText(/2 Oak Ave/);
  });
});

test("a password is changed with live rules, then an account is disabled after a question (requirements 216–220, 229)", async ({
  page,
  context,
  shop,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAs(context, shop, "settings-wide");
  await page.goto(settings);
  const currentPassword = page.getByLabel("Current password", { exact: true });
  await page.getByRole("link", { name: "Change password" }).click();
  await act(page, "Change password").click();
  await expectMessage(page, "both passwords are required");
  await expect(currentPassword).toBeFocused();
  await page.keyboard.type("Wrong-leaf-1");
  await page.getByLabel("New password").fill("New-leaf");
  await page.keyboard.press("Enter");
  await expectMessage(page, "The current password is incorrect.");
  await expect(currentPassword).toBeFocused();
  await expect(currentPassword).toHaveAccessibleDescription("The current password is incorrect.");
  await expect(currentPassword).toHaveValue("Wrong-leaf-1");
  await expect(page.getByLabel("New password", { exact: true })).not.toHaveAttribute("aria-invalid");
  await expectAccessible(page);
  await currentPassword.fill(password);
  await page.getByLabel("New password").fill("New-leaf");
  await expect(page.getByText("Strength: Strong")).toBeVisible();
  await expectAccessible(page);
  const leave = await holdBack(page, "**/identity/signin/");
  await page.keyboard.press("Enter");
  await expectMessage(page, "Password changed successfully.");
  leave();
  await page.waitForURL("**/identity/signin/");

  await page.getByLabel("Email").fill("settings-wide@example.com");
  await page.getByLabel("Password").fill("New-leaf");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/storefront/");
  await page.goto(settings);
  await act(page, "Disable account").click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText("This cannot be undone.");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(act(page, "Disable account")).toBeFocused();
  await page.keyboard.press("Enter");
  const leaveForGood = await holdBack(page, "**/identity/signin/");
  await question.getByRole("button", { name: "Disable account" }).click();
  await expectMessage(page, "account disabled correctly");
  leaveForGood();
  await page.waitForURL("**/identity/signin/");
});

for (const width of [390, 1440])
  test.describe(`without scripts at ${width} px`, () => {
    test.use({ javaScriptEnabled: false, viewport: { width, height: 900 } });

    test("every account action is a form or a link that says what it did", async ({ page, context, shop }) => {
      await signInAs(context, shop, `settings-plain-${width}`);
      await page.goto(settings);
      await page.getByRole("link", { name: "Add an address" }).click();
      await fillAddress(page, { ...elm, zip: "0" });
      await expect(page.locator("#zipCode-error")).toHaveText("Enter a ZIP code like 73301.");
      await fillAddress(page, elm);
      await expectMessage(page, "address saved correctly");
      await page.getByRole("button", { name: /^Sign out Firefox on Windows/ }).click();
      await expectMessage(page, "That device is signed out.");
      const remove = page.locator("summary", { hasText: "Delete 1 Elm St" });
      await remove.focus();
      await page.keyboard.press("Enter");
      await expect(page.getByText("Your orders won’t change.")).toBeVisible();
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await expectMessage(page, "address removed correctly");

      await page.getByRole("link", { name: "Change password" }).click();
      await page.getByLabel("Current password").fill("Wrong-leaf-1");
      await page.getByLabel("New password").fill("New-leaf-77");
      await act(page, "Change password").click();
      await expect(page.getByRole("alert").getByRole("link")).toHaveText("The current password is incorrect.");
      await expect(page.getByLabel("Current password")).toBeFocused();
      await expect(page.getByLabel("Current password")).toHaveAccessibleDescription("The current password is incorrect.");
      await page.getByRole("link", { name: "Cancel" }).click();
      await page.locator("summary", { hasText: "Disable account" }).click();
      await page.getByLabel("I understand that this cannot be undone").check();
      await act(page, "Disable account").click();
      await expectMessage(page, "account disabled correctly");
      expect((await context.cookies(shop.url)).map(({ name }) => name)).not.toContain("user_id");
    });
  });
