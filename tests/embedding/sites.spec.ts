import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { annInTexas } from "../support/addresses.ts";
import { isProof } from "../support/long-form.ts";
import { findNginx } from "../support/round-robin.ts";
import { type EmbeddedShop, nginxFront, openEmbeddedShop, openSite, type Place } from "./open-site.ts";
import { programs, type Site } from "./sites.ts";

/** One shop serves all sites of a worker. */
const test = base.extend<{ open: (site: Promise<Site>) => Promise<void> }, { shop: EmbeddedShop }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads which fixtures are wanted from this pattern
    async ({}, use) => {
      const shop = await openEmbeddedShop();
      await use(shop);
      await shop.close();
    },
    { scope: "worker" },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads which fixtures are wanted from this pattern
  open: async ({}, use) => {
    const opened: Site[] = [];
    await use(async (site) => void opened.unshift(await site));
    for (const site of opened) await site.close();
  },
});

/**
 * Every computed property of the site's own elements in order, except the shop's custom properties
 * (`--storefront-…`).
 */
const looksOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("[data-host]")].map((element) => {
      const style = getComputedStyle(element);
      const names = [...style].filter((name) => !name.startsWith("--storefront-"));
      return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)]));
    }),
  );

async function keepNote(page: Page, note: string): Promise<void> {
  await page.fill("[name=note]", note);
  await page.getByRole("button", { name: "Keep" }).click();
  await expect(page.locator("li.line[data-host]").last()).toHaveText(note);
}

/** The site's own cookies by name and value. */
const cookiesOf = async (context: BrowserContext, url: string) =>
  Object.fromEntries(
    (await context.cookies(url)).filter(({ name }) => !/shop_/.test(name)).map(({ name, value }) => [name, value]),
  );

const goOn = (page: Page) => page.getByRole("button", { name: "Continue" }).click();

/** Buys from the contact step to the confirmation. */
async function buy(page: Page): Promise<void> {
  const { country, countryArea, ...typed } = annInTexas;
  await page.waitForURL(/\/storefront\/checkout\/contact\/[a-f0-9]{32}/);
  await page.fill("[name=email]", "ann@example.com");
  await goOn(page);
  await page.waitForURL(/\/checkout\/shipping\//);
  for (const [name, text] of Object.entries(typed)) await page.fill(`[name=${name}]`, text);
  await page.selectOption("[name=country]", country);
  await page.selectOption("[name=countryArea]", countryArea);
  await goOn(page);
  await page.waitForURL(/\/checkout\/shipping_method\//);
  await page.locator("[name=shippingMethodId]").first().check();
  await goOn(page);
  await page.waitForURL(/\/checkout\/payment\//);
  for (const [name, text] of [
    ["cardNumber", "4242424242424242"],
    ["expirationDate", "12/30"],
    ["securityCode", "123"],
    ["cardName", "Ann Lee"],
  ] as const)
    await page.fill(`[name=${name}]`, text);
  await page.getByRole("button", { name: /^Pay/ }).click();
  await page.waitForURL(/\/checkout\/confirmation\/[a-f0-9]{32}/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Thank you");
}

const alive = (name: string) => `[data-island=${name}][data-island-alive]`;

/**
 * Opens the site while the shop's scripts are blocked, records its look, and then loads its
 * widgets.
 */
async function openPage(page: Page, url: string): Promise<void> {
  await page.route("**/static/islands/**", (route) => route.abort());
  await page.goto(url);
  const before = await looksOf(page);
  await page.unroute("**/static/islands/**");
  await page.reload();
  for (const name of ["cart-button", "add-to-cart", "heart-icon"]) await page.locator(alive(name)).waitFor();
  await expect(page.locator(`${alive("add-to-cart")} button`)).toBeVisible();
  expect(before.length).toBeGreaterThan(7);
  expect(await looksOf(page)).toEqual(before);
}

async function buyFrom(page: Page, url: string): Promise<void> {
  const context = page.context();
  await openPage(page, url);
  await keepNote(page, "before");
  const own = await cookiesOf(context, url);
  await page.locator(alive("add-to-cart")).getByRole("button").click();
  const drawer = page.locator("dialog[open]");
  await expect(drawer).toContainText("Lemon Meridian");
  expect(await cookiesOf(context, url)).toEqual(own);
  await drawer.getByRole("link", { name: "Checkout" }).click();
  await buy(page);

  await page.goto(url);
  await page.locator(alive("cart-button")).waitFor();
  await keepNote(page, "after");
  await expect(page.locator("li.line[data-host]")).toHaveText(["before", "after"]);
  expect(Number(await page.locator("#visits").textContent())).toBeGreaterThan(2);
  await page.locator(alive("cart-button")).click();
  await expect(page.locator("dialog[open]")).toContainText("Your cart is empty");
}

/**
 * `npm run prove` tests all combinations. Otherwise each program is tested once, and the static
 * page at both places.
 */
const places: Readonly<Record<string, readonly Place[]>> = isProof
  ? {}
  : { Django: ["the shop's origin"], PHP: ["another origin"] };
const both: readonly Place[] = ["the shop's origin", "another origin"];

for (const program of programs.filter(({ remedy }) => remedy === undefined))
  for (const place of places[program.name] ?? both)
    test(`a shopper buys from a page of ${program.name} at ${place}, whose form, cookies and styles are as before`, async ({
      page,
      shop,
      open,
    }) => {
      const url = await openSite(program, { shop, open, place, front: nginxFront(isProof ? findNginx() : undefined) });
      await buyFrom(page, url);
    });

test.describe("with scripts off", () => {
  test.use({ javaScriptEnabled: false });
  for (const program of programs.filter(({ remedy, name }) => remedy === undefined && (isProof || name === "static HTML")))
    test(`a shopper buys by the forms of a page of ${program.name} at the shop's origin`, async ({ page, shop, open }) => {
      const url = await openSite(program, { shop, open, place: "the shop's origin" });
      await page.goto(url);
      await page.locator("[data-island=add-to-cart]").getByRole("button").click();
      await page.waitForURL(/\/storefront\/cart\//);
      await page.getByRole("link", { name: "Checkout" }).first().click();
      await buy(page);
    });
});
