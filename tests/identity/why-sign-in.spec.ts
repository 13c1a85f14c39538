import type { Page } from "@playwright/test";
import { password, signInAs } from "../customers/signed-in-customer.ts";
import { expect, expectAccessible, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import { addMidwayCustomer } from "./midway-customer.ts";

const signIn = "/identity/signin/";
const notice = (page: Page) => page.getByRole("main").locator(".notice");
const isAlive = (page: Page, island: string) =>
  expect(page.locator(`[data-island=${island}][data-island-alive]`).first()).toBeAttached();

inCombinations(["1440 off"], ({ javaScriptEnabled, key }) => {
  test("the sign-in says why it is shown after a change of password, once", async ({ page, context, shop }) => {
    await signInAs(context, shop, `why-${key}`);
    await page.goto("/storefront/dashboard/settings/");
    await page.getByRole("link", { name: "Change password" }).click();
    await page.getByLabel("Current password", { exact: true }).fill(password);
    await page.getByLabel("New password", { exact: true }).fill("Other-leaf-43");
    await page.getByRole("button", { name: "Change password", exact: true }).click();

    await page.waitForURL(`**${signIn}`);
    await expect(notice(page)).toHaveText("Password changed successfully.");
    if (javaScriptEnabled) await expectAccessible(page);
    await page.goto(signIn);
    await expect(notice(page)).toHaveCount(0);
  });

  test("the sign-in says why it is shown after a change of the email", async ({ page, context, shop }) => {
    await signInAs(context, shop, `moves-${key}`);
    await page.goto("/storefront/dashboard/profile/");
    if (javaScriptEnabled) await isAlive(page, "profile-field");
    const edit = javaScriptEnabled ? page.getByRole("button", { name: "Edit Email" }) : page.getByText("Edit Email");
    await edit.click();
    await page.locator("#email").fill(`moved-${key}@example.com`);
    await page.locator("#email").press("Enter");

    // Without scripts the address must be confirmed first.
    if (!javaScriptEnabled) await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    if (!javaScriptEnabled) await page.goto(signIn);
    await page.waitForURL(`**${signIn}`);
    await expect(notice(page)).toContainText("Confirm your new email address");
  });

  test("a sign-in link that was cut off says so, beside the form", async ({ page, watch }) => {
    await page.goto(`${signIn}?token=abc`);
    await expect(page.getByText(/This sign-in link is incomplete/)).toBeVisible();
    await expect(page.getByLabel("Email")).toBeVisible();
    if (javaScriptEnabled) await expectAccessible(page);
    watch.errors.length = 0;
  });

  test("who has signed in skips the form, and Back does not return to it", async ({ page, shop }) => {
    const email = await addMidwayCustomer(shop, `skips-${key}`);
    await page.goto("/storefront/orders/lookup/");
    await page.goto(`${signIn}?next=/storefront/wishlist/`);
    if (javaScriptEnabled) await isAlive(page, "signin-form");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL(/^[^?]*\/wishlist\/$/);

    await page.goBack();
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toHaveCount(0);
    await page.goto(`${signIn}?next=/storefront/cart/`);
    await expect(page).toHaveURL(/^[^?]*\/storefront\/cart\/$/);
  });
});
