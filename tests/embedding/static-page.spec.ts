import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { copyDemoFolder } from "../support/demo-folder.ts";
import { type HostSite, openHostSite } from "../support/host-site.ts";
import { removeShop, runShop } from "../support/running-shop.ts";
import { type Ids, pageOf, wildStyles } from "./pages.ts";

type Sites = { shop: string; near: HostSite; far: HostSite; unlisted: HostSite };

/** The ids of a product with several variants, read from the shop's own page. */
async function findIds(shop: string): Promise<Ids> {
  const read = async (path: string) => await (await fetch(shop + path)).text();
  const paths = new Set((await read("/storefront/collections/")).match(/\/storefront\/products\/[\w-]+\//g));
  for (const path of paths) {
    const [, text = ""] = /id="product-data">(.*?)<\/script>/s.exec(await read(path)) ?? [];
    const { id, variants } = JSON.parse(text) as { id: string; variants: { id: string; quantityAvailable: number }[] };
    const [first, second] = variants;
    if (first && second && first.quantityAvailable > 5) return { variantId: first.id, productId: id };
  }
  throw new Error("the demo shop has no product of several variants");
}

const styles = `<link rel="stylesheet" href="/wild.css">`;
/** An address that a visitor's comment on the page contains. Nothing listens there. */
const stranger = "http://127.0.0.1:9";
const inBothSchemes = `<meta name="color-scheme" content="light dark">`;

/**
 * The shop, and three sites: one with the shop's origin, one with another origin, and one that the
 * shop does not know.
 */
const test = base.extend<object, { sites: Sites }>({
  sites: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads which fixtures are wanted from this pattern
    async ({}, use) => {
      const pages: Record<string, string> = { "/wild.css": wildStyles };
      const [far, unlisted] = [await openHostSite({ pages }), await openHostSite({ pages })];
      const shop = await runShop({ COOKIE_PREFIX: "shop_", EMBED_ORIGINS: far.url }, await copyDemoFolder());
      const ids = await findIds(shop.url);
      Object.assign(pages, { "/plain": pageOf(ids, shop.url, inBothSchemes), "/wild": pageOf(ids, shop.url, styles) });
      const near = await openHostSite({ pages: { ...pages, "/wild": pageOf(ids, "", styles) }, shop: shop.url });
      pages["/comment"] = pageOf(ids, near.url, `<link rel="stylesheet" href="${near.url}/static/islands/islands.css">`)
        .replace(
          "<main>",
          `<main><p data-shop="${stranger}" data-cookie-prefix="x_">A comment</p><meta name="shop" content="${stranger}">`,
        )
        .replace("<script ", `<script data-shop="${shop.url}" `);
      await use({ shop: shop.url, near, far, unlisted });
      await Promise.all([near.close(), far.close(), unlisted.close()]);
      await shop.end();
      await removeShop(shop.directory);
    },
    { scope: "worker" },
  ],
});

/** Records script errors, refused loads and violations of the page's policy. */
function watchErrors(context: BrowserContext): string[] {
  const errors: string[] = [];
  context.on("weberror", (error) => errors.push(error.error().message));
  context.on("console", (message) => {
    const text = `${message.location().url} ${message.text()}`;
    // On a page with the shop's origin, a heart asks whether its visitor is a customer.
    if (message.type() === "error" && !/favicon|status of 401/.test(text)) errors.push(text);
  });
  return errors;
}

const alive = (page: Page, name: string) => page.locator(`[data-island=${name}][data-island-alive]`);

async function waitForIslands(page: Page): Promise<void> {
  for (const name of ["cart-button", "add-to-cart", "heart-icon", "search-box", "promo-field", "order-lookup"])
    await expect(alive(page, name).first()).toBeAttached();
  await expect(alive(page, "buy-box").locator("fieldset")).toBeVisible();
}

/** All computed values of the page's own elements. */
const ownStyles = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("[data-own]")].map((element) => {
      const style = getComputedStyle(element);
      return [...style].filter((name) => !name.startsWith("--")).map((name) => `${name}: ${style.getPropertyValue(name)}`);
    }),
  );

/**
 * The computed values of the widgets' elements, for properties that a page's own styles may also
 * set.
 */
const widgetStyles = (page: Page) =>
  page.evaluate(() => {
    const names = ["display", "padding", "margin", "border", "border-radius", "background-color", "color", "fill", "box-sizing"];
    const ofText = ["font-size", "font-weight", "line-height", "letter-spacing", "text-transform", "text-align", "text-indent"];
    // The cart's link takes the page's colour, and the recently viewed products differ.
    const widgets = [...document.querySelectorAll(".storefront-el")].filter(
      (element) => !element.closest("[data-island=cart-button],[data-island=recently-viewed]"),
    );
    return widgets.map((element) => {
      const style = getComputedStyle(element);
      return `${element.className}: ${[...names, ...ofText].map((name) => style.getPropertyValue(name)).join("; ")}`;
    });
  });

/** Django and other programs use these cookie names. */
const ofThePage = ["csrftoken", "user_id", "favorites", "checkoutId"];

for (const where of ["near", "far"] as const) {
  test(`a page of ${where === "near" ? "the shop's" : "another"} origin sells by widgets that leave the rest of it as it was`, async ({
    browser,
    sites,
  }) => {
    const { url } = sites[where];
    const context = await browser.newContext({ baseURL: url });
    const errors = watchErrors(context);
    await context.addCookies(ofThePage.map((name) => ({ name, value: "the-page's", url })));
    const page = await context.newPage();
    await page.route("**/entry.js", (route) => route.abort());
    await page.goto("/wild");
    const before = await ownStyles(page);
    await page.unroute("**/entry.js");
    errors.length = 0;

    await page.goto("/wild");
    await waitForIslands(page);
    expect(await ownStyles(page)).toEqual(before);
    const widthOfCart = () =>
      alive(page, "cart-button")
        .getByRole("link")
        .evaluate((link) => link.getBoundingClientRect().width);
    const widthWithoutCount = await widthOfCart();

    await alive(page, "heart-icon").getByRole("button", { name: "Favorite" }).click();
    await expect(alive(page, "heart-icon").getByRole("button")).toHaveAttribute("aria-pressed", "true");
    await alive(page, "add-to-cart").getByRole("button", { name: "Add to cart" }).click();
    const drawer = page.getByRole("dialog", { name: "Cart" });
    await expect(drawer.getByRole("listitem")).toHaveCount(1);
    await expect(alive(page, "cart-button")).toContainText("1");
    expect(await widthOfCart()).toBe(widthWithoutCount);
    const kept = await page.evaluate(() => Object.keys(localStorage));
    expect(kept.filter((name) => !/^(shop_|storefront:)/.test(name))).toEqual([]);
    const cookies = await context.cookies(url);
    expect(cookies.filter(({ value }) => value === "the-page's").map(({ name }) => name)).toEqual(ofThePage);
    expect(cookies.filter(({ name }) => !ofThePage.includes(name) && !name.startsWith("shop_"))).toEqual([]);

    await drawer.getByRole("link", { name: "Checkout" }).click();
    await page.waitForURL(`${where === "near" ? url : sites.shop}/storefront/checkout/contact/*/`);
    await expect(page.getByRole("heading", { name: "Contact" })).toBeVisible();
    expect(errors).toEqual([]);
    await context.close();
  });
}

test("a page's styles do not reach the widgets; they follow its scheme, not the system's alone", async ({ browser, sites }) => {
  const page = await browser.newPage({ baseURL: sites.far.url, colorScheme: "light" });
  await page.goto("/plain");
  await waitForIslands(page);
  const plain = await widgetStyles(page);
  const paint = () =>
    alive(page, "add-to-cart")
      .getByRole("button")
      .evaluate((button) => getComputedStyle(button).backgroundColor);
  const light = await paint();
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await paint()).not.toBe(light);

  await page.goto("/wild");
  await waitForIslands(page);
  expect(await paint()).toBe(light);
  expect(await widgetStyles(page)).toEqual(plain);
  await page.close();
});

test("on a page that the shop does not list, a press says that the shop cannot be reached, and the console why", async ({
  browser,
  sites,
}) => {
  const page = await browser.newPage({ baseURL: sites.unlisted.url });
  const told: string[] = [];
  page.on("console", (message) => void (message.text().includes("EMBED_ORIGINS") && told.push(message.text())));
  await page.goto("/plain");
  for (let presses = 0; presses < 2; presses++) {
    const failed = page.waitForEvent("requestfailed");
    await alive(page, "add-to-cart").getByRole("button", { name: "Add to cart" }).click();
    await failed;
  }

  await expect(page.getByRole("alert")).toContainText("We couldn’t reach the shop.");
  expect(told).toEqual([expect.stringContaining(sites.unlisted.url)]);
  await page.close();
});

test("on a phone toasts stand at the bottom, where they cover no header, and on a desktop at the top", async ({
  browser,
  sites,
}) => {
  const page = await browser.newPage({ baseURL: sites.unlisted.url, viewport: { width: 390, height: 844 } });
  await page.goto("/plain");
  await alive(page, "add-to-cart").getByRole("button", { name: "Add to cart" }).click();
  const toast = page.getByRole("alert");
  const place = () =>
    toast.evaluate((box) => ({ top: box.getBoundingClientRect().top, bottom: box.getBoundingClientRect().bottom }));
  await expect.poll(async () => (await place()).bottom).toBe(844 - 16);

  const says = (name: string, value: string) =>
    page.evaluate(([name = "", value = ""]) => document.documentElement.style.setProperty(name, value), [name, value]);
  await says("--storefront-toasts-bottom", "72px");
  expect((await place()).bottom).toBe(844 - 72);
  await says("--storefront-toasts-top", "64px");
  expect((await place()).top).toBe(64);

  await page.evaluate(() => document.documentElement.removeAttribute("style"));
  await page.setViewportSize({ width: 1440, height: 900 });
  expect((await place()).top).toBe(16);
  await page.close();
});

test("widgets ask the shop that the loader's tag names, and nobody that a comment in the page names", async ({
  browser,
  sites,
}) => {
  const page = await browser.newPage({ baseURL: sites.far.url });
  const asked = new Set<string>();
  page.on("request", (request) => asked.add(new URL(request.url()).origin));
  await page.goto("/comment");
  await waitForIslands(page);

  expect([...asked].sort()).toEqual([sites.far.url, sites.near.url, sites.shop].sort());
  await page.close();
});
