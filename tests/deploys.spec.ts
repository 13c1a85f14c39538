import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { copyDemoFolder } from "./support/demo-folder.ts";
import { freePort } from "./support/free-port.ts";
import { laterBuild } from "./support/later-build.ts";
import { isProof, often } from "./support/long-form.ts";
import { findNginx, openNginx, openRoundRobin } from "./support/round-robin.ts";
import { removeShop, runShop } from "./support/running-shop.ts";

const product = "/storefront/products/lemon-meridian/";

type AtEnd = (work: () => unknown) => void;

/**
 * `later` is the folder of a later release. A test's resources are released when it ends or fails,
 * the last one first.
 */
const test = base.extend<{ atEnd: AtEnd }, { later: string }>({
  later: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads which fixtures are wanted from this pattern
    async ({}, use) => {
      const { root, remove } = await laterBuild();
      await use(root);
      remove();
    },
    { scope: "worker" },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads which fixtures are wanted from this pattern
  atEnd: async ({}, use) => {
    const opened: (() => unknown)[] = [];
    await use((work) => void opened.unshift(work));
    for (const end of opened) await end();
  },
});

/** Starts two releases with shared data. */
async function openReleases(later: string, atEnd: AtEnd) {
  const directory = await copyDemoFolder();
  atEnd(() => removeShop(directory));
  const run = async (env: Record<string, string>, release?: string) => {
    const shop = await runShop(env, directory, release);
    atEnd(() => shop.end());
    return shop;
  };
  return {
    runEarlier: (env: Record<string, string>) => run(env),
    runLater: (env: Record<string, string>) => run(env, later),
  };
}

/** The status for a guest who requests favourites. */
const guestAnswer = 401;

/** Every failed load, script error and policy violation in a context. */
function watchLoads(context: BrowserContext): string[] {
  const failed: string[] = [];
  context.on("response", (response) => {
    if (response.status() >= 400 && response.status() !== guestAnswer) failed.push(`${response.status()} ${response.url()}`);
  });
  context.on("requestfailed", (request) => {
    // This load was aborted when its page was left.
    if (request.failure()?.errorText !== "net::ERR_ABORTED") failed.push(`${request.failure()?.errorText} ${request.url()}`);
  });
  context.on("weberror", (error) => failed.push(error.error().message));
  context.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes(`status of ${guestAnswer}`)) failed.push(message.text());
  });
  return failed;
}

const alive = (name: string) => `[data-island=${name}][data-island-alive]`;

async function addToCart(page: Page): Promise<void> {
  await page.locator(alive("buy-box")).waitFor();
  await page.locator(alive("buy-box")).getByRole("button", { name: "Add to cart", exact: true }).first().click();
  await expect(page.locator("dialog.drawer[open] .line").first()).toBeVisible();
}

/**
 * Opens the cart by the button in the header. A test does not add another unit each time, since
 * this would exceed the stock.
 */
async function openCart(page: Page): Promise<void> {
  await page.locator(alive("cart-button")).getByRole("link").click();
  await expect(page.locator("dialog.drawer[open] .line").first()).toBeVisible();
}

const hasStyles = (page: Page) => page.evaluate(() => [...document.styleSheets].every(({ cssRules }) => cssRules.length > 10));

test("across a deploy an open tab, a stored page and a cached loader go on working", async ({ browser, later, atEnd }) => {
  const [{ runEarlier, runLater }, port] = [await openReleases(later, atEnd), await freePort()];
  const env = { PORT: String(port) };
  const earlierShop = await runEarlier(env);
  const context = await browser.newContext({ baseURL: earlierShop.url });
  atEnd(() => context.close());
  const failed = watchLoads(context);
  const tab = await context.newPage();
  await tab.goto(product);
  await tab.locator(alive("buy-box")).waitFor();
  const stored = await (await context.request.get(product)).text();
  const [entry = ""] = /\/static\/islands\/entry-\w+\.js/.exec(stored) ?? [];
  const loader = await (await context.request.get(entry)).text();

  await earlierShop.end();
  await runLater(env);

  await test.step("the tab that stayed open adds to the cart and opens its drawer", async () => {
    await addToCart(tab);
    expect(await tab.evaluate(() => "laterBuild" in globalThis)).toBe(false);
  });
  await test.step("the page as a browser stored it has its styles and comes alive", async () => {
    const page = await context.newPage();
    await page.route(`**${product}`, (route) => route.fulfill({ contentType: "text/html", body: stored }));
    await page.goto(product);
    expect(await hasStyles(page)).toBe(true);
    await addToCart(page);
  });
  await test.step("a cached loader of the earlier build brings the new page alive", async () => {
    const page = await context.newPage();
    await page.route("**/static/islands/entry*.js", (route) => route.fulfill({ contentType: "text/javascript", body: loader }));
    await page.goto(product);
    await addToCart(page);
  });
  await test.step("back in the first tab a new page is the new build's, and its earlier one is back again", async () => {
    await tab.goto("/storefront/");
    await expect.poll(() => tab.evaluate(() => "laterBuild" in globalThis)).toBe(true);
    await tab.goBack();
    expect(await hasStyles(tab)).toBe(true);
  });

  expect(failed).toEqual([]);
});

test("two versions behind one proxy lose no load, under constant requests", async ({ browser, later, atEnd }) => {
  test.setTimeout(often(120_000, 1_200_000));
  const nginx = isProof ? findNginx() : undefined;
  const [{ runEarlier, runLater }, port] = [await openReleases(later, atEnd), await freePort()];
  const env = { PUBLIC_URL: `http://localhost:${port}` };
  const shops = [await runEarlier(env), await runLater(env)];
  const ports = shops.map(({ url }) => Number(new URL(url).port));
  const proxy = nginx ? await openNginx(nginx, port, ports) : await openRoundRobin(port, ports);
  atEnd(proxy.close);
  const context = await browser.newContext({ baseURL: env.PUBLIC_URL });
  atEnd(() => context.close());
  const failed = watchLoads(context);

  // A new browser's first press fetches its token. Tabs that press at that moment would each fetch
  // another one.
  const first = await context.newPage();
  await first.goto(product);
  await addToCart(first);

  const visit = async (page: Page) => {
    for (let round = 0; round < often(3, 60); round++) {
      await page.goto(round % 2 === 0 ? product : "/storefront/collections/");
      expect(await hasStyles(page)).toBe(true);
      if (round === 0) await addToCart(page);
      else await openCart(page);
    }
  };
  await Promise.all(Array.from({ length: often(1, 3) }, async () => await visit(await context.newPage())));

  expect(failed).toEqual([]);
});
