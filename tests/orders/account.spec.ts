import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/browser.ts";
import { inCombinations, scriptsOff, scriptsOn } from "../support/combinations.ts";
import type { RunningShop } from "../support/running-shop.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { orderIn } from "./demo-order.ts";

/** Opens the confirmation of an order that this browser paid. */
async function confirmation(page: Page, shop: RunningShop, email: string): Promise<string> {
  await page.goto("/storefront/orders/lookup/");
  const cookies = await page.context().cookies();
  const visitor = cookies.find(({ name }) => name === "visitor")?.value.split(".")[0] ?? "";
  const { id } = await orderIn(shop, { email, visitor });
  return `/storefront/checkout/confirmation/${id}/`;
}

async function linkTo(shop: RunningShop, email: string, start: string): Promise<string> {
  const found = async () =>
    (await emailsIn(shop.directory)).find(({ to, link }) => to === email && link.startsWith(start))?.link ?? "";
  await expect.poll(found, "an email").not.toBe("");
  return await found();
}

const offer = { name: "Save this order to an account" };
const toOrder = { name: "Follow your order" };
const create = async (page: Page) => {
  await page.getByLabel("Password", { exact: true }).fill("Green-leaf-42");
  await page.getByRole("button", { name: "Create account" }).click();
};
const expectNoOverflow = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

test("a confirmation begins and ends with the steps above it", async ({ page, shop }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(await confirmation(page, shop, "edges@example.com"));
  const edges = async (selector: string) => {
    const box = await page.locator(selector).boundingBox();
    return [box?.x, box?.width];
  };
  expect(await edges(".confirmation__head")).toEqual(await edges(".steps"));
});

inCombinations(
  ["1440 on"],
  ({ key }) => {
    test("a guest's order is kept in an account by a password alone; a known email leads to the sign-in", async ({
      page,
      shop,
    }) => {
      const path = await confirmation(page, shop, `keeps-${key}@example.com`);
      await page.goto(path);
      await expect(page.getByRole("heading", offer)).toBeVisible();
      await expectAccessible(page);
      await create(page);
      await expect(page.getByText("Open it to see this order in your account.")).toBeVisible();
      await expectAccessible(page);
      await page.goto(await linkTo(shop, `keeps-${key}@example.com`, "/identity/confirm/"));
      await page.getByRole("main").getByRole("button").click();
      await page.goto(path);
      await expect(page.getByRole("link", toOrder)).toBeVisible();

      await page.context().clearCookies();
      await page.goto(await confirmation(page, shop, `keeps-${key}@example.com`));
      await create(page);
      await expect(page.getByText("An account with this email already exists. Sign in instead.")).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
      await expect(page).toHaveURL(/signin\/\?next=%2Fstorefront%2Fcheckout%2Fconfirmation/);
    });
  },
  scriptsOn,
);

inCombinations(
  ["390 off"],
  ({ key }) => {
    test("a guest's order is kept in an account by a password and a mailed link", async ({ page, shop }) => {
      await page.goto(await confirmation(page, shop, `keeps-${key}@example.com`));
      await expectNoOverflow(page);
      await create(page);
      await page.goto(await linkTo(shop, `keeps-${key}@example.com`, "/identity/signup/"));
      await page.getByRole("main").getByRole("button").click();
      await expect(page.getByRole("link", toOrder)).toBeVisible();
    });
  },
  scriptsOff,
);
