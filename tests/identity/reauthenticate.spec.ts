import type { Page } from "@playwright/test";
import { password, signInAs } from "../customers/signed-in-customer.ts";
import { expect, expectAccessible, test } from "../support/browser.ts";
import type { RunningShop } from "../support/running-shop.ts";
import { withDatabase } from "../support/signed-in.ts";

const profile = "/storefront/dashboard/profile/";

/** Signs in, and moves the sign-in an hour back. */
const signInLongAgo = (shop: RunningShop, id: string) =>
  withDatabase(shop, (db) =>
    db
      .updateTable("session")
      .set({ authenticated_at: Date.now() - 3_600_000 })
      .where("customer_id", "=", id)
      .execute(),
  );
const pendingEmail = (shop: RunningShop, id: string) =>
  withDatabase(shop, (db) => db.selectFrom("customer").select("pending_email").where("id", "=", id).executeTakeFirstOrThrow());

async function changeEmail(page: Page, to: string, { scripts }: { scripts: boolean }): Promise<void> {
  await page.goto(profile);
  const record = page.locator(".record").filter({ hasText: "Email" });
  // Once the island has replaced the summary, a click that had found the summary would wait
  // forever.
  await (scripts ? record.getByRole("button", { name: "Edit Email" }) : record.getByText("Edit Email")).click();
  await record.locator("[name=value]").fill(to);
  await record.getByRole("button", { name: "Save" }).click();
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("a sensitive change asks for the password in a dialog, and then goes on by itself", async ({
    page,
    context,
    shop,
    watch,
  }) => {
    await signInAs(context, shop, "proof-phone");
    await signInLongAgo(shop, "proof-phone");
    await changeEmail(page, "proof-phone-2@example.com", { scripts: true });

    const dialog = page.getByRole("dialog", { name: "Confirm it’s you" });
    await expect(dialog.getByLabel("Password", { exact: true })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(page.locator("[name=value]:visible")).toHaveValue("proof-phone-2@example.com");
    expect(await pendingEmail(shop, "proof-phone")).toEqual({ pending_email: null });

    await page.getByRole("button", { name: "Save" }).click();
    await dialog.getByLabel("Password", { exact: true }).fill("Wrong-leaf-1");
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("That’s not your password.")).toBeVisible();
    await dialog.getByLabel("Password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");

    await expect(page.getByText("Please confirm proof-phone-2@example.com")).toBeVisible();
    expect(await pendingEmail(shop, "proof-phone")).toEqual({ pending_email: "proof-phone-2@example.com" });
    // The browser reports the two presses that were refused at first.
    expect(watch.errors.splice(0)).toEqual(Array(2).fill(expect.stringContaining("status of 403")));
  });
});

test.describe("in the settings", () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test("forms of buttons ask in the dialog too, and go on by themselves: the download, then signing out", async ({
    page,
    context,
    shop,
    watch,
  }) => {
    await signInAs(context, shop, "proof-forms");
    await signInLongAgo(shop, "proof-forms");
    await page.goto("/storefront/dashboard/settings/");
    const everywhere = page.getByRole("button", { name: "Sign out everywhere" });
    await expect(everywhere.locator("xpath=ancestor::*[@data-island-alive]")).toHaveCount(1);
    const dialog = page.getByRole("dialog", { name: "Confirm it’s you" });
    await everywhere.click();
    await expect(dialog.getByLabel("Password", { exact: true })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(everywhere).toBeEnabled();

    await page.getByRole("button", { name: "Download your data" }).click();
    await dialog.getByLabel("Password", { exact: true }).fill(password);
    const downloading = page.waitForEvent("download");
    await page.keyboard.press("Enter");
    expect((await downloading).suggestedFilename()).toMatch(/json$/);

    // The proof has renewed the session and so the token of all forms.
    await everywhere.click();
    await expect(page.getByText("You’re signed out everywhere.")).toBeVisible();
    expect(watch.errors.splice(0).filter((error) => !/status of 403/.test(error))).toEqual([]);
  });
});

test.describe("with scripts off", () => {
  test.use({ viewport: { width: 1440, height: 900 }, javaScriptEnabled: false });

  test("a page asks for the password and sends the form again", async ({ page, context, shop }) => {
    await signInAs(context, shop, "proof-desk");
    await signInLongAgo(shop, "proof-desk");
    await changeEmail(page, "proof-desk-2@example.com", { scripts: false });

    await expect(page.getByRole("heading", { name: "Confirm it’s you" })).toBeVisible();
    await page.getByLabel("Password").fill(password);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Change email address" }).click();

    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    expect(await pendingEmail(shop, "proof-desk")).toEqual({ pending_email: "proof-desk-2@example.com" });
  });
});
