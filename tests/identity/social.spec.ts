import type { Page } from "@playwright/test";
import { openDatabase } from "../../server/db/open.ts";
import { transact } from "../../server/db/transaction.ts";
import { expect, expectAccessible, test, type Watch } from "../support/browser.ts";
import { passwordHash } from "../support/customer-password.ts";
import { removeShop, runShop } from "../support/running-shop.ts";

/**
 * The demo providers are on other hosts. A shopper is led there, and no page requests them by
 * itself.
 */
const forgiveProviders = (watch: Watch) => {
  const others = watch.errors.filter((error) => !error.startsWith("foreign request: http://127.0.0.1:"));
  watch.errors.splice(0, watch.errors.length, ...others);
};

const choose = async (page: Page, place: string, person: string) => {
  await page.getByRole("link", { name: `Continue with Demo ${place}` }).click();
  await expect(page.getByRole("heading", { name: `Demo ${place}` })).toBeVisible();
  await page.getByRole("button", { name: person }).click();
};

test("a shopper signs in by both demo providers; who denies reads why (requirements 25, 180, 182, 190)", async ({
  page,
  context,
  watch,
}) => {
  await page.goto("/identity/signin/");
  await choose(page, "One", "Mary Ann Lee");
  await expect(page).toHaveURL(/\/storefront\/dashboard\/$/);
  await context.clearCookies();

  await page.goto("/identity/signup/?next=/storefront/wishlist/");
  await choose(page, "Two", "Deny");
  await expect(page.getByRole("alert")).toContainText("Authentication failed: you chose not to share your account.");
  await expectAccessible(page);
  await choose(page, "Two", "Mary Ann Lee");
  await expect(page).toHaveURL(/\/storefront\/wishlist\/$/);
  await page.goto("/storefront/dashboard/");
  await expect(page).toHaveURL(/\/storefront\/dashboard\/$/);
  forgiveProviders(watch);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a shopper signs in by one press more (requirement 25)", async ({ page, watch }) => {
    await page.goto("/identity/signin/");
    await choose(page, "Two", "Cosima");
    await expect(page.getByText("cosima@example.com")).toBeVisible();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL(/\/storefront\/dashboard\/$/);

    // Another account of the same provider, in the same browser.
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.goto("/identity/signin/");
    await choose(page, "Two", "Mary Ann Lee");
    await expect(page.getByText("mary.ann.lee@example.com")).toBeVisible();
    forgiveProviders(watch);
  });
});

test("where a password is wanted first the screen asks for it, and is clean", async ({ page, shop, watch }) => {
  const { db, close } = await openDatabase({ url: undefined, directory: shop.directory });
  const email = "sam.okafor@example.com";
  const nothing = { avatar: null, pending_email: null, disabled_at: null };
  const sam = { id: "social-sam", email, email_norm: email, password_hash: passwordHash, created_at: 1 };
  await transact(db, (tx) =>
    tx
      .insertInto("customer")
      .values({ ...sam, ...nothing })
      .execute(),
  );
  await close();

  await page.goto("/identity/signin/");
  await choose(page, "One", "Sam Okafor");
  await expect(page.getByRole("heading", { name: "Connect your account" })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel(`Password for ${email}`).fill("Green-leaf-42");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/storefront\/dashboard\/$/);
  forgiveProviders(watch);
});

test("in a popup the page behind it goes on, and the popup closes (requirement 183)", async ({ browser }) => {
  const shop = await runShop({ SOCIAL_POPUP: "1", SEED: "none" });
  const context = await browser.newContext({ baseURL: shop.url });
  const page = await context.newPage();
  await page.goto("/identity/signin/?next=/storefront/cart/");
  // Before the script is loaded, a press follows the link.
  await expect(page.locator("[data-island=social-buttons][data-island-alive]")).toBeAttached();
  const [popup] = await Promise.all([
    context.waitForEvent("page"),
    page.getByRole("link", { name: "Continue with Demo One" }).click(),
  ]);
  await expect.poll(() => popup.evaluate(() => [innerWidth, innerHeight])).toEqual([500, 600]);
  await popup.getByRole("button", { name: "Cosima" }).click();
  await expect(page).toHaveURL(/\/storefront\/cart\/$/);
  await expect.poll(() => popup.isClosed()).toBe(true);
  await context.close();
  await shop.end();
  await removeShop(shop.directory);
});
