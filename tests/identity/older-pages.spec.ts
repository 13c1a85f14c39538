import type { Page } from "@playwright/test";
import { beginCheckout, fillCard, isAlive, linesOf, variantsIn } from "../checkout/begun-checkout.ts";
import { signInAs } from "../customers/signed-in-customer.ts";
import { expect, test, type Watch } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import { withDatabase } from "../support/signed-in.ts";
import { addMidwayCustomer, password } from "./midway-customer.ts";

async function enter(page: Page, email: string, next: string): Promise<void> {
  await page.goto(`/identity/signin/?next=${next}`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => url.pathname === next);
}

/**
 * Removes the errors of stale tokens from the record, and expects no others. A token that ended
 * with its session is refused once, and then replaced.
 */
function forgetStaleTokens({ errors }: Watch): void {
  expect(errors.filter((error) => !error.includes("status of 403"))).toEqual([]);
  errors.length = 0;
}

const cart = "/storefront/cart/";
const more = (page: Page) => page.getByRole("main").getByRole("button", { name: /^One more/ });
const count = (page: Page) => page.getByRole("main").locator(".stepper output");

inCombinations(["390 on"], ({ javaScriptEnabled, key }) => {
  test("a press in an older tab changes the cart that a sign-in in another tab began", async ({ page, shop, watch }) => {
    const email = await addMidwayCustomer(shop, `older-${key}`);
    const [variant] = await variantsIn(shop, 1);
    await beginCheckout(page, [{ variantId: variant?.id ?? "", quantity: 1 }]);
    await page.goto(cart);
    if (javaScriptEnabled) await isAlive(page, "cart-lines");
    const other = await page.context().newPage();
    await enter(other, email, cart);

    await more(page).click();

    // Without scripts, a token from before the sign-in requires one more press.
    if (!javaScriptEnabled && (await count(page).textContent()) === "1") await more(page).click();
    await expect(count(page)).toHaveText("2");
    // The page's count changes at once, and the shop's a moment later.
    await expect(async () => {
      await other.goto(cart);
      await expect(count(other)).toHaveText("2", { timeout: 1000 });
    }).toPass();
    forgetStaleTokens(watch);
  });

  test("a customer's cart on another device is joined by a guest's, and goes on where it was", async ({
    page,
    shop,
    browser,
  }) => {
    const email = await addMidwayCustomer(shop, `devices-${key}`);
    const [first, second] = await variantsIn(shop, 2);
    const device = await browser.newPage({ baseURL: shop.url, javaScriptEnabled });
    await enter(device, email, cart);
    const own = await beginCheckout(device, [{ variantId: first?.id ?? "", quantity: 1 }]);
    await own.call("POST", "email", { email });
    await device.goto(own.step("shipping"));
    await beginCheckout(page, [{ variantId: second?.id ?? "", quantity: 1 }]);

    await enter(page, email, cart);

    await expect(linesOf(page)).toHaveCount(2);
    await device.reload();
    await expect(device).toHaveURL(new RegExp(`${own.step("shipping")}$`));
    await expect(device.locator(".lines--compact .line")).toHaveCount(2);
    await device.close();
  });

  test("a session that ends at the payment keeps the billing address and neither card nor code", async ({
    page,
    context,
    shop,
    watch,
  }) => {
    const id = `pays-late-${key}`;
    await signInAs(context, shop, id);
    const [variant] = await variantsIn(shop, 1);
    const { call, step } = await beginCheckout(page, [{ variantId: variant?.id ?? "", quantity: 1 }]);
    await call("POST", "email", { email: `${id}@example.com` });
    const shippingAddress = { firstName: "Ann", lastName: "Lee", streetAddress1: "1 Oak St", city: "Austin", phone: "" };
    const area = { postalCode: "78701", country: "US", countryArea: "TX" };
    await call("POST", "shipping", { shippingAddress: { ...shippingAddress, ...area }, saveForLater: false });
    await call("POST", "shipping_method", { shippingMethodId: "standard" });
    await page.goto(step("payment"));
    if (javaScriptEnabled) await isAlive(page, "payment-form");
    await page.getByText("Use a different billing address").click();
    const billing = { firstName: "Ann", lastName: "Lee", streetAddress1: "5 Typed Street", city: "Austin", postalCode: "78701" };
    for (const [name, text] of Object.entries(billing)) await page.locator(`[name=${name}]`).fill(text);
    await page.locator("select[name=countryArea]").selectOption("TX");
    await fillCard(page);
    await withDatabase(shop, (db) => db.deleteFrom("session").where("customer_id", "=", id).execute());

    await page.getByRole("button", { name: /^Pay/ }).click();

    await page.waitForURL(/\/identity\/signin\/\?next=/);
    const drafts = await withDatabase(shop, (db) => db.selectFrom("form_draft").selectAll().execute());
    const kept = JSON.stringify([drafts, await page.evaluate(() => [{ ...sessionStorage }, { ...localStorage }])]);
    for (const secret of ["4242424242424242", "4242 4242", '"123"', "12/30"]) expect(kept).not.toContain(secret);
    await page.getByLabel("Email").fill(`${id}@example.com`);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL(/\/checkout\/payment\//);
    await expect(page.locator("[name=streetAddress1]")).toHaveValue("5 Typed Street");
    await expect(page.locator("[name=cardNumber]")).toHaveValue("");
    await expect(page.locator("[name=securityCode]")).toHaveValue("");
    forgetStaleTokens(watch);
  });
});
