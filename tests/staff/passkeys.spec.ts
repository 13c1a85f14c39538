import type { Page } from "@playwright/test";
import { openDatabase } from "../../server/db/open.ts";
import { expect, test } from "../support/browser.ts";
import type { RunningShop } from "../support/running-shop.ts";
import { plugIn } from "../support/virtual-authenticator.ts";
import { expectGood, joinAs, joinPassword } from "./join-as.ts";

test.use({ viewport: { width: 390, height: 900 } });

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByLabel("Name of the new passkey").fill(name);
  await expectGood(page, true);
  await page.keyboard.press("Enter");
  await expect(page.getByText("The passkey was added.")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: name }).first()).toBeVisible();
}

/** Makes everybody's last proof too old. */
async function age(shop: RunningShop): Promise<void> {
  const { db, close } = await openDatabase({ url: undefined, directory: shop.directory });
  await db
    .updateTable("staff_session")
    .set(({ ref, eb }) => ({ authenticated_at: eb(ref("authenticated_at"), "-", 3_600_000) }))
    .execute();
  // A session counts only if it began after its holder was last signed out everywhere, which was at
  // the joining.
  await db.updateTable("staff").set({ signed_out_at: 0 }).execute();
  await close();
}

test("passkeys of the staff are added, sign in alone, prove before money and people, and are removed", async ({
  page,
  shop,
  watch,
}) => {
  await plugIn(page);
  const email = await joinAs(page, shop.directory, "owner");
  await addPasskey(page, "My telephone");
  await expect(page.getByText("not used yet")).toBeVisible();
  await expectGood(page, true);

  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(joinPassword);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("The email, the password, or the code isn’t right.")).toBeVisible();
  await page.goto(`${shop.url}/staff/signin/?next=%2Fstaff%2Fsecurity%2F`);
  await expectGood(page, true);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("last used")).toBeVisible();

  await age(shop);
  await page.getByRole("button", { name: "Remove My telephone" }).click();
  await expect(page.getByRole("heading", { name: "Confirm it’s you" })).toBeVisible();
  await expectGood(page, true);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText("The passkey was removed.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove My telephone" })).toHaveCount(0);

  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("That passkey doesn’t sign in here.")).toBeVisible();
  // The browser reports each page that refuses or asks for proof.
  expect(watch.errors.splice(0).filter((error) => !/status of 40[13]/.test(error))).toEqual([]);
});

test("a session that ended in mid-edit is continued by a passkey", async ({ page, shop, watch }) => {
  await plugIn(page);
  await joinAs(page, shop.directory, "manager");
  await addPasskey(page, "My laptop");
  await page.goto(`${shop.url}/staff/rules/promos/new/`);
  await page.getByLabel("Code", { exact: true }).fill(`key${Date.now()}`);
  await page.getByLabel("Percent or dollars off").fill("15");
  await page.context().clearCookies({ name: /staff$/ });
  await page.getByRole("button", { name: "Create the promo" }).click();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText("Created.")).toBeVisible();
  expect(watch.errors.splice(0).filter((error) => !/status of 403/.test(error))).toEqual([]);
});
