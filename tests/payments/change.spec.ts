import type { Page } from "@playwright/test";
import { openDatabase } from "../../server/db/open.ts";
import { expect, expectAccessible, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";

const address = {
  firstName: "Ann",
  lastName: "Lee",
  streetAddress1: "1 Congress Avenue",
  city: "Austin",
  postalCode: "78701",
  country: "US",
  countryArea: "TX",
  phone: "",
};

type Post = (path: string, body: object) => Promise<void>;

/** A guest's checkout with every step answered, and a way to call the shop as another tab would. */
async function answeredCheckout(page: Page): Promise<{ checkoutId: string; post: Post }> {
  const { request } = page;
  await request.get("/storefront/api/csrf");
  const token = (await page.context().cookies()).find(({ name }) => name === "csrftoken")?.value ?? "";
  const call = async (path: string, data: object) => {
    const answer = await request.post(`/storefront/checkout/${path}`, { data, headers: { "x-csrftoken": token } });
    expect([answer.status(), await answer.text()]).toEqual([200, expect.not.stringContaining('"message"')]);
    return (await answer.json()) as { data: { checkoutId: string } };
  };
  const offered = await (await request.get("/storefront/collections/")).text();
  const variantId = /name="variantId" value="([^"]+)"/.exec(offered)?.[1];
  const { checkoutId } = (await call("create", { lines: [{ variantId, quantity: 1 }] })).data;
  const post: Post = async (path, body) => void (await call(path, { checkoutId, ...body }));
  await post("email", { email: "ann@example.com" });
  await post("shipping", { shippingAddress: address, saveForLater: false });
  await post("shipping_method", { shippingMethodId: "standard" });
  return { checkoutId, post };
}

async function fillCard(page: Page): Promise<void> {
  const card = { cardNumber: "4242424242424242", expirationDate: "12/30", securityCode: "123", cardName: "Ann Lee" };
  for (const [name, text] of Object.entries(card)) await page.fill(`[name=${name}]`, text);
}

/** What another process does to a checkout while a payment begins and ends. */
async function markAs(directory: string, checkoutId: string, state: "open" | "paying"): Promise<void> {
  const { db, close } = await openDatabase({ url: undefined, directory });
  await db.updateTable("checkout").set({ state }).where("id", "=", checkoutId).execute();
  await close();
}

const shot = async (page: Page, name: string) => {
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/${name}-${page.viewportSize()?.width}.png`, fullPage: true });
};

inCombinations(["390 on", "1440 off"], ({ javaScriptEnabled }) => {
  const scripts = javaScriptEnabled ? "on" : "off";

  test("what another tab changed is shown, old and new, before it is paid", async ({ page }) => {
    const { checkoutId, post } = await answeredCheckout(page);
    await page.goto(`/storefront/checkout/payment/${checkoutId}/`);
    await post("shipping", { shippingAddress: { ...address, streetAddress1: "9 Cedar Court" }, saveForLater: false });

    await fillCard(page);
    await page.getByRole("button", { name: /^Pay/ }).click();

    const words = page.locator("main form .notice--warning");
    await expect(words).toContainText("The shipping address was Ann Lee, 1 Congress Avenue");
    await expect(words).toContainText("and is now Ann Lee, 9 Cedar Court");
    await expect(page.locator(".completed-steps")).toContainText("9 Cedar Court");
    if (javaScriptEnabled) await expectAccessible(page);
    await shot(page, `changed-${scripts}`);
    if (!javaScriptEnabled) await fillCard(page);
    await page.getByRole("button", { name: /^Pay/ }).click();
    await page.waitForURL(/\/checkout\/confirmation\/[a-f0-9]{32}/);
    await expect(page.getByText("9 Cedar Court").first()).toBeVisible();
  });

  test("a ZIP code of another state is asked about, and goes on once it is accepted", async ({ page }) => {
    const { checkoutId } = await answeredCheckout(page);
    await page.goto(`/storefront/checkout/shipping/${checkoutId}/`);
    await page.fill("[name=postalCode]", "10001");
    const goOn = page.getByRole("button", { name: "Continue" });
    await goOn.click();

    await expect(page.locator("#postalCode-error")).toHaveText("The ZIP code 10001 is in New York, not in Texas.");
    await expect(page.locator("[name=city]")).toHaveValue("Austin");
    if (javaScriptEnabled) await expectAccessible(page);
    await shot(page, `area-${scripts}`);
    await page.getByLabel("The address is right as it is").check();
    await goOn.click();
    await page.waitForURL(`**/storefront/checkout/shipping_method/${checkoutId}/`);
  });

  test("a payment under way is waited for, and its outcome comes by itself", async ({ page, shop }) => {
    const { checkoutId } = await answeredCheckout(page);
    const under = `/storefront/checkout/payment/${checkoutId}/`;
    await markAs(shop.directory, checkoutId, "paying");

    await page.goto("/storefront/cart/");
    await expect(page.getByRole("link", { name: "Checkout", exact: true })).toHaveCount(0);
    await shot(page, `paying-cart-${scripts}`);
    await page.getByRole("link", { name: "See your payment" }).click();

    await page.waitForURL(`**${under}`);
    await expect(page.getByRole("heading", { name: "We are waiting for your bank" })).toBeVisible();
    await expect(page.locator("[name=cardNumber]")).toHaveCount(0);
    if (javaScriptEnabled) await expectAccessible(page);
    await shot(page, `waiting-${scripts}`);
    await markAs(shop.directory, checkoutId, "open");
    if (!javaScriptEnabled) await page.getByRole("link", { name: "Check again" }).click();
    await expect(page.locator("[name=cardNumber]")).toBeVisible();
  });
});
