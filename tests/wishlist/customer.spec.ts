import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/browser.ts";
import { signIn } from "../support/signed-in.ts";

const listing = "/storefront/collections/?categories=glass";
const wishlist = "/storefront/wishlist/";
const heart = (page: Page, name: string) => page.getByRole("button", { name: `Favorite ${name}`, exact: true });
const names = (page: Page) => page.locator(".card__name a").allTextContents();

/** Waits for the answer to a heart's call. */
const answered = (page: Page) => page.waitForResponse((response) => /wishlist\/(?!any)/.test(response.url()));

test("a customer's hearts are kept by the shop and follow to another browser (requirements 168, 170, 171)", async ({
  page,
  context,
  browser,
  shop,
}) => {
  await signIn(context, shop, "hearts-mary");
  await page.goto(listing);
  const [first = "", second = ""] = await names(page);
  for (const name of [first, second]) {
    const done = answered(page);
    await heart(page, name).click();
    await done;
  }
  await expect(page.locator(".heart[aria-busy=true]")).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.favorites)).toBe("[]");

  const elsewhere = await browser.newContext({ baseURL: shop.url, viewport: { width: 1440, height: 900 } });
  await elsewhere.addCookies(await context.cookies(shop.url));
  const other = await elsewhere.newPage();
  await other.goto(listing);
  await expect(heart(other, first)).toHaveAttribute("aria-pressed", "true");
  await other.goto(wishlist);
  await expect(other.locator(".card__name a")).toHaveText([second, first]);
  await expect(heart(other, first)).toHaveAttribute("aria-pressed", "true");
  await expectAccessible(other);

  await heart(other, second).click();
  await expect(other.locator(".card__name a")).toHaveText([first]);
  await expect(heart(other, first)).toBeFocused();
  await elsewhere.close();
});

test("what a guest liked goes over to the customer, once", async ({ page, context, shop }) => {
  await page.goto(listing);
  const [first = "", second = ""] = await names(page);
  // A press is held until its island runs, and the second island may run before the first one. So
  // each press must have its effect before the next press. Otherwise the order of the likes could
  // change.
  for (const name of [first, second]) {
    await heart(page, name).click();
    await expect(heart(page, name)).toHaveAttribute("aria-pressed", "true");
  }

  await signIn(context, shop, "hearts-guest");
  await page.goto(wishlist);

  await expect.poll(() => page.evaluate(() => localStorage.favorites)).toBe("[]");
  await page.reload();
  expect(await names(page)).toEqual([second, first]);
});

test("a heart that the shop refuses goes back, with an error toast", async ({ page, context, shop }) => {
  await signIn(context, shop, "hearts-refused");
  await page.goto(listing);
  const [first = ""] = await names(page);
  await page.route("**/customers/wishlist/*", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 409, contentType: "application/json", body: '{"error":"no more of these"}' })
      : route.fallback(),
  );

  await heart(page, first).click();

  await expect(page.locator(".toast--error")).toContainText("no more of these");
  await expect(heart(page, first)).toHaveAttribute("aria-pressed", "false");
  await expect(page.locator("dialog.overlay[open]")).toHaveCount(0);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a customer likes by a form, and takes out by another", async ({ page, context, shop }) => {
    await signIn(context, shop, "hearts-plain");
    await page.goto(listing);
    const [first = ""] = await names(page);

    await heart(page, first).click();
    await expect(page).toHaveURL(/\/storefront\/collections\/\?categories=glass$/);
    await page.goto(wishlist);
    expect(await names(page)).toEqual([first]);
    await page.getByRole("button", { name: `Remove ${first} from your favorites` }).click();

    await expect(page).toHaveURL(new RegExp(`${wishlist}$`));
    await expect(page.getByRole("heading", { name: "No favorites yet" })).toBeVisible();
  });
});
