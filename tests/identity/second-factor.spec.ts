import type { Page } from "@playwright/test";
import { codeOf, stepAt } from "../../server/identity/factors/totp-code.ts";
import { password, signInAs } from "../customers/signed-in-customer.ts";
import { expect, expectAccessible, test } from "../support/browser.ts";
import type { RunningShop } from "../support/running-shop.ts";
import { withDatabase } from "../support/signed-in.ts";

const settings = "/storefront/dashboard/settings/";

const shot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
};

/** Reads the key as an app does (RFC 4648). */
function bytesOf(text: string): Buffer {
  const bits = [...text.replaceAll(" ", "")]
    .map((sign) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(sign).toString(2).padStart(5, "0"))
    .join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Makes the sign-in old: the proof is requested in a dialog, and the page keeps the code. */
async function proveInPlace(page: Page, shop: RunningShop, id: string): Promise<void> {
  await expect(page.locator("[data-island=sensitive-submit][data-island-alive]")).toBeVisible();
  await makeProofOld(shop, id);
  const code = await page.getByRole("textbox", { name: "Code" }).inputValue();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Confirm it’s you" });
  await expect(dialog.getByLabel("Password", { exact: true })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("textbox", { name: "Code" })).toHaveValue(code);
  await shot(page, "turn-on");
  await page.getByRole("button", { name: "Turn on" }).click();
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
}

const makeProofOld = (shop: RunningShop, id: string) =>
  withDatabase(shop, (db) => db.updateTable("session").set({ authenticated_at: 1 }).where("customer_id", "=", id).execute());

for (const javaScriptEnabled of [false, true])
  test.describe(`with scripts ${javaScriptEnabled ? "on" : "off"}`, () => {
    test.use({ viewport: { width: javaScriptEnabled ? 390 : 1440, height: 900 }, javaScriptEnabled });

    test("an authenticator app is set up, and signing in asks for its code", async ({ page, context, shop, watch }) => {
      const id = `totp-${javaScriptEnabled ? "on" : "off"}`;
      await signInAs(context, shop, id);
      await page.goto(settings);
      await page.getByRole("button", { name: "Set up an authenticator app" }).click();
      await expect(page.getByRole("img", { name: "QR code" })).toBeVisible();
      if (javaScriptEnabled) await expectAccessible(page);
      const secret = bytesOf((await page.locator("code").textContent()) ?? "");
      // Each code is valid once. The sign-in uses the next code, which is valid already.
      await page.getByRole("textbox", { name: "Code" }).fill(codeOf(secret, stepAt(Date.now())));
      if (javaScriptEnabled) await proveInPlace(page, shop, id);
      else await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { name: "Keep your recovery codes" })).toBeVisible();
      await expect(page.locator("li code")).toHaveCount(10);
      if (javaScriptEnabled) await expectAccessible(page);
      const recovery = (await page.locator("li code").first().textContent()) ?? "";
      await page.getByRole("link", { name: "I’ve saved them" }).click();
      await expect(page.getByText("You have 10 recovery codes left")).toBeVisible();

      await page.getByRole("button", { name: "Sign out", exact: true }).first().click();
      await page.goto("/identity/signin/");
      await page.getByLabel("Email").fill(`${id}@example.com`);
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
      if (javaScriptEnabled) await expectAccessible(page);
      await page.getByRole("textbox", { name: "Code" }).fill("000000");
      await page.keyboard.press("Enter");
      await expect(page.getByText("That code isn’t right").first()).toBeVisible();
      await page.getByRole("textbox", { name: "Code" }).fill(codeOf(secret, stepAt(Date.now()) + 1));
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/\/storefront\/$/);
      await page.goto(settings);
      await expect(page.getByRole("button", { name: "Turn off" })).toBeVisible();

      // An hour later, new codes require a proof: the password and a code, here a recovery code.
      await makeProofOld(shop, id);
      if (javaScriptEnabled)
        await expect(page.locator("[data-island=sensitive-submit][data-island-alive]").first()).toBeVisible();
      await page.getByRole("button", { name: "Create new recovery codes" }).click();
      const asking = javaScriptEnabled ? page.getByRole("dialog", { name: "Confirm it’s you" }) : page.locator("main");
      await asking.getByLabel("Password", { exact: true }).fill(password);
      await asking.getByLabel("Code").fill("0000");
      await page.keyboard.press("Enter");
      await expect(asking.getByText("That code isn’t right").first()).toBeVisible();
      if (javaScriptEnabled) await expectAccessible(page);
      await shot(page, `proof-${id}`);
      await asking.getByLabel("Password", { exact: true }).fill(password);
      await asking.getByLabel("Code").fill(recovery);
      await page.keyboard.press("Enter");
      if (!javaScriptEnabled) await page.getByRole("button", { name: "Create new recovery codes" }).click();
      await expect(page.getByRole("heading", { name: "Keep your recovery codes" })).toBeVisible();
      await expect(page.locator("li code")).toHaveCount(10);
      // The browser reports the refused exchange and the page for the wrong code.
      expect(watch.errors.splice(0).filter((error) => !/status of (401|403|422)/.test(error))).toEqual([]);
    });
  });
