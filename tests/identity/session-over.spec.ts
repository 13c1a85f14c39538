import type { Page } from "@playwright/test";
import { saveAddress } from "../../server/customers/checkout-addresses.ts";
import { transact } from "../../server/db/transaction.ts";
import { annWithoutPhone } from "../support/addresses.ts";
import { expect, expectAccessible, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import type { RunningShop } from "../support/running-shop.ts";
import { withDatabase } from "../support/signed-in.ts";
import { addMidwayCustomer, password } from "./midway-customer.ts";

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Saves two addresses; the first is the default one. */
const saveAddresses = (shop: RunningShop, email: string) =>
  withDatabase(shop, (db) =>
    transact(db, async (tx) => {
      const { id } = await tx.selectFrom("customer").select("id").where("email", "=", email).executeTakeFirstOrThrow();
      const owner = { customerId: id, id: undefined };
      await saveAddress(tx, owner, annWithoutPhone, 1);
      await saveAddress(tx, owner, { ...annWithoutPhone, streetAddress1: "9 Cedar Court" }, 2);
    }),
  );

inCombinations(["390 on"], ({ javaScriptEnabled, key }) => {
  test("a session that ends while a form is filled in costs a sign-in and nothing that was typed", async ({
    page,
    shop,
    watch,
  }) => {
    const email = await addMidwayCustomer(shop, `over-${key}`);
    const endSessions = () => withDatabase(shop, (db) => db.deleteFrom("session").execute());
    const alive = async (island: string) => {
      if (javaScriptEnabled) await expect(page.locator(`[data-island=${island}][data-island-alive]`).first()).toBeAttached();
    };
    await page.goto("/storefront/collections/");
    const variantId = await page.locator(".card form [name=variantId]").last().inputValue();
    await page.goto("/identity/signin/?next=/storefront/cart/");
    await signIn(page, email);
    await page.waitForURL(/^[^?]*\/storefront\/cart\/$/);
    await page.request.post("/storefront/cart/add", { form: { variantId } });
    await page.goto("/storefront/cart/");
    await page.goto((await page.getByRole("link", { name: "Checkout" }).getAttribute("href")) ?? "");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL(/^[^?]*\/checkout\/shipping\//);
    await alive("address-form");

    await page.getByLabel("Country").selectOption("CA");
    await page.getByLabel("Street address").fill("5 Typed Street");
    await page.getByLabel("City").fill("Ottawa");
    await page.getByRole("combobox", { name: "Province" }).or(page.locator("[name=countryArea]")).first().selectOption("ON");
    await page.getByLabel(/postal code/i).fill("K1A 0B1");
    await page.getByLabel("First name").fill("Ann");
    await page.getByLabel("Last name").fill("Lee");
    await endSessions();
    await page.getByRole("button", { name: "Continue" }).click();

    await page.waitForURL(/\/identity\/signin\/\?next=/);
    if (javaScriptEnabled) await expectAccessible(page);
    await signIn(page, email);
    await page.waitForURL(/^[^?]*\/checkout\/shipping\//);
    await expect(page.getByLabel("Street address")).toHaveValue("5 Typed Street");
    await expect(page.locator("[name=countryArea]")).toHaveValue("ON");
    if (javaScriptEnabled) await expectAccessible(page);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL(/\/checkout\/shipping_method\//);

    await page.goto("/storefront/dashboard/profile/");
    await alive("profile-field");
    const open = javaScriptEnabled ? page.getByRole("button", { name: "Edit Phone" }) : page.getByText("Edit Phone");
    await open.click();
    await page.locator("#phone").fill("512 555 0134");
    await endSessions();
    await page.locator("#phone").press("Enter");
    await page.waitForURL(/\/identity\/signin\/\?next=/);
    await signIn(page, email);
    await page.waitForURL(/^[^?]*\/dashboard\/profile\/$/);
    await expect(page.locator("#phone")).toHaveValue("512 555 0134");
    await expect(page.locator("#phone")).toBeVisible();

    // A press on a button without its own form leads to the sign-in too. The text that was typed in
    // the page's form is kept.
    await saveAddresses(shop, email);
    if (javaScriptEnabled) {
      await page.goto("/storefront/dashboard/settings/");
      await alive("address-book");
      await page.getByRole("link", { name: "Edit 1 Congress Avenue" }).click();
      await page.locator("[name=street]").fill("7 Half-typed Street");
      await endSessions();
      await page.getByRole("button", { name: "Make default" }).click();
    } else {
      await page.goto("/storefront/cart/");
      await endSessions();
      await page.getByRole("button", { name: /^One more/ }).click();
    }
    await page.waitForURL(/\/identity\/signin\/\?next=/);
    await expect(page.getByText("You’ve been signed out.")).toBeVisible();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/session-over-${key}.png` });
    await signIn(page, email);
    await page.waitForURL(javaScriptEnabled ? /^[^?]*\/settings\/$/ : /^[^?]*\/cart\/$/);
    if (javaScriptEnabled) await expect(page.locator("[name=street]")).toHaveValue("7 Half-typed Street");
    else await expect(page.locator(".stepper__count")).toHaveText("1");

    // The token ended with its session. The call fetched another token, and was then refused for
    // the ended session.
    expect(watch.errors.filter((error) => !error.includes("status of 403"))).toEqual([]);
    watch.errors.length = 0;
  });
});
