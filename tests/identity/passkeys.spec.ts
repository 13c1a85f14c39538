import type { Page } from "@playwright/test";
import { openDatabase } from "../../server/db/open.ts";
import { password, signInAs } from "../customers/signed-in-customer.ts";
import { expect, expectAccessible, test } from "../support/browser.ts";
import type { RunningShop } from "../support/running-shop.ts";
import { plugIn } from "../support/virtual-authenticator.ts";

const settings = "/storefront/dashboard/settings/";

const section = (page: Page) => page.locator("section", { has: page.getByRole("heading", { name: "Passkeys" }) });
const signOut = (page: Page) => page.getByRole("button", { name: "Sign out", exact: true }).first().click();

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto(settings);
  await page.getByLabel("Name of the new passkey").fill(name);
  await page.keyboard.press("Enter");
  await expect(page.getByText("The passkey was added.")).toBeVisible();
  await expect(section(page).getByText(name).first()).toBeVisible();
}

/** Makes the account's proofs too old. */
async function age(shop: RunningShop, id: string): Promise<void> {
  const { db, close } = await openDatabase({ url: undefined, directory: shop.directory });
  await db.updateTable("session").set({ authenticated_at: 1 }).where("customer_id", "=", id).execute();
  await close();
}

test.describe("with a passkey", () => {
  test.use({ viewport: { width: 390, height: 900 } });

  test("it is added under a name, signs in by the button, is a proof, and is removed", async ({ page, context, shop, watch }) => {
    const { cdp, authenticatorId } = await plugIn(page);
    await signInAs(context, shop, "passkey-button");
    await addPasskey(page, "My telephone");
    await expect(section(page).getByText("not used yet")).toBeVisible();
    await expectAccessible(page);

    await signOut(page);
    // The simulated user does not answer the passkey list of the email field, since this test uses
    // only the button.
    await cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: false });
    await page.goto("/identity/signin/?next=%2Fstorefront%2Fdashboard%2Fsettings%2F");
    await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toBeVisible();
    await expectAccessible(page);
    await cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: true });
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page).toHaveURL(settings);
    await expect(section(page).getByText("last used")).toBeVisible();
    await expect(page.getByText("Signed in with a passkey.")).toBeVisible();

    await age(shop, "passkey-button");
    await section(page).getByRole("button", { name: "Remove My telephone" }).click();
    await expect(page.getByRole("dialog", { name: "Confirm it’s you" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await expect(page.getByText("The passkey was removed.")).toBeVisible();
    await expect(section(page).getByText("My telephone")).toHaveCount(0);
    // The browser reports the call that asked for a proof.
    expect(watch.errors.splice(0).filter((error) => !/status of 403/.test(error))).toEqual([]);
  });

  test("it is offered in the email field, and proves in the dialog", async ({ page, context, shop, watch }) => {
    await plugIn(page);
    await signInAs(context, shop, "passkey-field");
    await addPasskey(page, "My laptop");
    await signOut(page);

    await page.goto("/identity/signin/?next=%2Fstorefront%2Fdashboard%2Fsettings%2F");
    await expect(page).toHaveURL(settings);
    await expect(page.getByText("Signed in with a passkey.")).toBeVisible();

    await age(shop, "passkey-field");
    await page.getByRole("button", { name: "Disable account" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Disable account" }).click();
    await expect(page.getByRole("dialog", { name: "Confirm it’s you" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await expect(page).toHaveURL(/\/identity\/signin\/$/);
    // The browser reports the call that asked for a proof.
    expect(watch.errors.splice(0).filter((error) => !/status of 403/.test(error))).toEqual([]);
  });

  test("a passkey that the shop does not know is refused beside the button, and the password signs in", async ({
    page,
    context,
    shop,
  }) => {
    const { cdp, authenticatorId } = await plugIn(page);
    await signInAs(context, shop, "passkey-unknown");
    await addPasskey(page, "My watch");
    await section(page).getByRole("button", { name: "Remove My watch" }).click();
    await expect(page.getByText("The passkey was removed.")).toBeVisible();
    await signOut(page);
    await cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: false });
    await page.goto("/identity/signin/");
    await expect(page.locator("[data-island=passkey-signin][data-island-alive]")).toHaveCount(1);
    await cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: true });
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page.getByText("That passkey doesn’t sign in here.")).toBeVisible();
    await page.getByLabel("Email").fill("passkey-unknown@example.com");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/storefront\/$/);
  });
});

test.describe("with scripts off", () => {
  test.use({ javaScriptEnabled: false });

  test("passkeys are listed and removed; that adding one needs scripts is said", async ({ page, context, shop }) => {
    await signInAs(context, shop, "passkey-plain");
    const { db, close } = await openDatabase({ url: undefined, directory: shop.directory });
    const row = { id: "cGxhaW4", subject_kind: "customer", subject_id: "passkey-plain", relying_party: "localhost" } as const;
    const rest = { public_key: "", counter: 0, transports: "[]", name: "Old key", created_at: 1, used_at: null };
    await db
      .insertInto("passkey")
      .values({ ...row, ...rest })
      .execute();
    await close();
    await page.goto(settings);
    await expect(page.getByText("To add a passkey, please turn on JavaScript.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Add a passkey" })).toBeHidden();
    await section(page).getByRole("button", { name: "Remove Old key" }).click();
    await expect(page.getByText("The passkey was removed.")).toBeVisible();
    await signOut(page);
    await page.goto("/identity/signin/");
    await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toBeHidden();
  });
});
