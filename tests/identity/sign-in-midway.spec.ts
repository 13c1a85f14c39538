import type { Page } from "@playwright/test";
import { saveAddress } from "../../server/customers/checkout-addresses.ts";
import { transact } from "../../server/db/transaction.ts";
import { expect, expectAccessible, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import type { RunningShop } from "../support/running-shop.ts";
import { withDatabase } from "../support/signed-in.ts";
import { addMidwayCustomer, password } from "./midway-customer.ts";

const home = { firstName: "Ann", lastName: "Lee", streetAddress1: "1 Oak St", city: "Austin", postalCode: "73301", phone: "" };
const addresses = [
  { ...home, country: "US", countryArea: "TX" },
  { ...home, streetAddress1: "9 Elm St", city: "Portland", postalCode: "97201", country: "US", countryArea: "OR" },
];

/** A customer with two addresses. */
async function customerIn(shop: RunningShop, id: string): Promise<string> {
  const email = await addMidwayCustomer(shop, id);
  await withDatabase(shop, (db) =>
    transact(db, async (tx) => {
      for (const [at, address] of addresses.entries()) await saveAddress(tx, { customerId: id, id: undefined }, address, at);
    }),
  );
  return email;
}

const shot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
};

inCombinations(["1440 off"], ({ javaScriptEnabled, key }) => {
  test("a guest who signs in at the contact step goes on there, picks an address, and an older tab finds its way", async ({
    page,
    shop,
  }) => {
    const email = await customerIn(shop, `midway-${key}`);
    await page.goto("/storefront/collections/");
    const variantId = await page.locator(".card form [name=variantId]").last().inputValue();
    await page.request.post("/storefront/cart/add", { form: { variantId } });
    await page.goto("/storefront/cart/");
    const contact = (await page.getByRole("link", { name: "Checkout" }).getAttribute("href")) ?? "";
    await page.goto(contact);
    if (javaScriptEnabled) await expectAccessible(page);
    await shot(page, `midway-contact-${key}`);

    await page.locator("main").getByRole("link", { name: "Sign in" }).click();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();

    await page.waitForURL(/\/checkout\/contact\//);
    expect(page.url()).not.toContain(contact);
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL(/\/checkout\/shipping\//);
    await expect(page.getByLabel("City")).toHaveValue("Austin");
    await page.getByRole("radio", { name: /Portland/ }).check();
    if (!javaScriptEnabled) await page.getByRole("button", { name: "Use this address" }).click();
    await expect(page.getByLabel("City")).toHaveValue("Portland");
    if (javaScriptEnabled) await expectAccessible(page);
    await shot(page, `midway-shipping-${key}`);

    // The older tab still has the address of the guest's checkout, and is led to the new one.
    const shipping = page.url().split("?")[0] ?? "";
    await page.goto(contact.replace("/contact/", "/shipping/"));
    expect(page.url()).toBe(shipping);
  });
});
