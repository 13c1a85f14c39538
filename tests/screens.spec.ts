// Visits each screen of the shop once, as a visitor who may see it. A new screen is found by the
// link that leads to it.
import type { Page } from "@playwright/test";
import { orderIn } from "./orders/demo-order.ts";
import { joinAs } from "./staff/join-as.ts";
import { expect, expectAccessible, test } from "./support/browser.ts";
import { signIn } from "./support/signed-in.ts";
import { table } from "./web/permissions/table.ts";

const screens = table
  .filter(({ method, path }) => method === "GET" && path.endsWith("/") && path !== "/")
  .map(({ path }) => path);

/** Screens without a link to them; other tests visit each of them. */
const reachedOtherwise = new Set([
  // The steps of the checkout: tests/purchase.spec.ts.
  "/storefront/checkout/contact/:id/",
  "/storefront/checkout/shipping/:id/",
  "/storefront/checkout/shipping_method/:id/",
  "/storefront/checkout/payment/:id/",
  "/storefront/checkout/confirmation/:orderId/",
  // Emailed links lead there: tests/orders, tests/identity, tests/staff.
  "/storefront/checkout/phone-order/",
  "/storefront/orders/status/",
  "/storefront/orders/reviews/",
  "/identity/confirm/",
  "/identity/undo/",
  "/identity/authenticator/keep/",
  "/staff/join/",
  // Other sign-ins lead there: tests/identity.
  "/identity/social/:place/",
  "/identity/social/return/",
  "/identity/second-step/",
  "/identity/reauthenticate/",
  "/identity/welcome/",
  "/identity/authenticator/",
  "/staff/signin/",
  "/staff/security/authenticator/",
  // A press creates what these screens show: tests/staff.
  "/staff/reviews/:id/",
  "/staff/bulk/products/",
  "/staff/bulk/promos/",
  "/staff/bulk/reviews/",
  "/staff/bulk/stock/",
  "/staff/bulk/:id/",
  "/staff/orders/bulk/",
  "/staff/slips/",
  "/staff/picks/",
  "/staff/imports/:id/",
  "/staff/counts/:id/",
  "/staff/counts/:id/print/",
  "/staff/phone-orders/:id/",
  "/staff/rules/zones/:id/",
  "/staff/rules/means/:id/",
  // Bookmarks of the pictures' former screen lead on to the product's page: tests/staff.
  "/staff/products/:id/pictures/",
  // PDFs: tests/staff.
  "/staff/papers/:key/",
  "/storefront/dashboard/orders/:orderId/papers/:key/",
]);

const parameters = (path: string) => path.split(":").length;
const patterns = screens
  .toSorted((one, other) => parameters(one) - parameters(other))
  .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`) }));

/** The screen at an address, which may have query parameters. */
const screenAt = (address: string): string | undefined =>
  patterns.find(({ pattern }) => pattern.test(new URL(address).pathname))?.path;

const linksOn = (page: Page): Promise<string[]> =>
  page.locator("a[href]:not([download])").evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));

/** Expects that nothing on the page is wider than the window, and that axe finds nothing. */
async function expectGood(page: Page): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, `the width of ${page.url()}`).toBeLessThanOrEqual(390);
  await expectAccessible(page);
}

/** Visits each of these screens by links, beginning at `starts`; fails if no link leads to one. */
async function visit(page: Page, starts: readonly string[], isWanted: (screen: string) => boolean): Promise<void> {
  const wanted = new Set(screens.filter((screen) => isWanted(screen) && !reachedOtherwise.has(screen)));
  const origin = new URL(page.url()).origin;
  const addresses = starts.map((path) => `${origin}${path}`);
  for (const address of addresses) {
    const screen = screenAt(address);
    if (!screen || !wanted.delete(screen)) continue;
    await page.goto(address);
    await expectGood(page);
    addresses.push(...(await linksOn(page)).filter((link) => link.startsWith(origin)));
  }
  expect([...wanted], "screens that no link leads to").toEqual([]);
}

const isStaffs = (screen: string) => screen.startsWith("/staff/");
const isCustomers = (screen: string) => /dashboard|wishlist/.test(screen);

test.use({ viewport: { width: 390, height: 844 } });

test("each screen that a guest sees is in order", { tag: "@quick" }, async ({ page }) => {
  await page.goto("/storefront/products/field-club-tee/");
  await page.locator("main form[action*='cart/add'] button", { hasText: "Add to cart" }).first().click();
  await expect(page.locator("dialog.drawer[open] .line")).toBeVisible();
  await visit(
    page,
    ["/storefront/", "/storefront/cart/", "/storefront/collections/seeds/"],
    (screen) => !isStaffs(screen) && !isCustomers(screen),
  );
});

test("each screen of a customer is in order", { tag: "@quick" }, async ({ page, context, shop }) => {
  await signIn(context, shop, "screens");
  await orderIn(shop, { customerId: "screens" });
  await page.goto("/storefront/dashboard/");
  await visit(page, ["/storefront/dashboard/", "/storefront/dashboard/orders/"], isCustomers);
});

test("each screen of the staff is in order", { tag: "@quick" }, async ({ page, shop }) => {
  await joinAs(page, shop.directory, "owner");
  await visit(page, ["/staff/", "/staff/search/?q=lemon"], isStaffs);
});
