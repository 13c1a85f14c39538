import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test as base, expect, type Page } from "@playwright/test";
import { copyDemoFolder } from "./support/demo-folder.ts";
import { copyShop } from "./support/later-build.ts";
import { type RunningShop, removeShop, runShop } from "./support/running-shop.ts";

/** Writes a file like an editor on a busy machine: it is empty for a while. */
function writeSlowly(path: string, text: string): void {
  writeFileSync(path, "");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  writeFileSync(path, text);
}

type Development = {
  shop: RunningShop;
  /** Replaces text in a file of the shop's copy; the returned function restores it. */
  edit(path: string, text: string, replacement: string): () => void;
};

const test = base.extend<{ development: Development }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads which fixtures are wanted from this pattern
  development: async ({}, use) => {
    const folder = copyShop("development", ["tests/support/dev.ts", "tests/support/dev"]);
    const directory = await copyDemoFolder();
    const shop = await runShop({}, directory, folder, "tests/support/dev.ts");
    const edit: Development["edit"] = (path, text, replacement) => {
      const before = readFileSync(join(folder, path), "utf8");
      if (!before.includes(text)) throw new Error(`${path} has no ${text}`);
      writeSlowly(join(folder, path), before.replace(text, replacement));
      return () => writeSlowly(join(folder, path), before);
    };
    await use({ shop, edit });
    await shop.end();
    await removeShop(directory);
    rmSync(folder, { recursive: true, force: true });
  },
});

const view = "views/catalog/product.hbs";
const heart = "islands/wishlist/heart-icon.tsx";

const overlayOf = (page: Page) => page.getByRole("alert", { name: "Problems in development" });
const heartOf = (page: Page) => page.locator(".product__heart[data-island-alive]");
/** The id of the process that rendered the page. */
const processOf = (page: Page) =>
  page
    .locator("script[data-page]")
    .first()
    .evaluate((script: HTMLElement) => script.dataset.page?.split("-")[0]);

/** Expects that the overlay shows these texts, and disappears after the fault is corrected. */
async function expectProblem(page: Page, mend: () => void, ...texts: string[]): Promise<void> {
  for (const text of texts) await expect(overlayOf(page)).toContainText(text);
  mend();
  await expect(overlayOf(page)).toHaveCount(0);
}

test("changes show without a restart, and what is wrong stands over the page until it is mended", async ({
  page,
  development,
}) => {
  const { shop, edit } = development;
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy|TrustedHTML/.test(message.text())) violations.push(message.text());
  });
  await page.goto(`${shop.url}/storefront/products/lemon-meridian/`);
  await heartOf(page).waitFor();
  const started = await processOf(page);
  const title = page.getByRole("heading", { level: 1 });

  await test.step("a style is swapped in place", async () => {
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    edit("static/css/base.css", "h1", "h1 { outline: 7px solid } h1");
    await expect(title).toHaveCSS("outline-width", "7px");
    await expect(page.locator('link[rel=stylesheet][href*="/css/site-"]')).toHaveCount(1);
    expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
  });

  await test.step("a template shows, with what was typed and the place in the page", async () => {
    await page.locator("input[name=q]").first().fill("jasmine");
    await page.evaluate(() => scrollTo({ top: 300, behavior: "instant" }));
    edit(view, "<h1>{{name}}</h1>", "<h1>Edited {{name}}</h1>");
    await expect(title).toHaveText(/^Edited/);
    await expect(page.locator("input[name=q]").first()).toHaveValue("jasmine");
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(300);
  });

  await test.step("an island shows, rendered by the server and in the browser", async () => {
    edit(heart, "`Favorite ", "`Treasure ");
    await expect(heartOf(page).getByRole("button", { name: /^Treasure/ })).toBeVisible();
    const html = await (await page.request.get(page.url())).text();
    expect(html).toContain("Treasure ");
  });

  await test.step("a component that cannot be compiled is told, and the last good build is served", async () => {
    const mend = edit(heart, "return (", "return ((");
    await expect(overlayOf(page)).toContainText("heart-icon.tsx:");
    await page.reload();
    await expect(heartOf(page).getByRole("button", { name: /^Treasure/ })).toBeVisible();
    await expectProblem(page, mend, "heart-icon.tsx:", "cannot be built");
  });

  await test.step("a template that cannot be parsed, and props that are refused, are told with view and line", async () => {
    await expectProblem(page, edit(view, "{{#if label}}", "{{#if label"), `${view}:`);
    await expect(title).toHaveText(/^Edited/);
    const mend = edit(view, '"heart-icon" heart on', '"heart-icon" (object productId=7 name=name) on');
    await expectProblem(page, mend, `${view}:14`, "Island heart-icon: productId is 7");
    await expect(title).toHaveText(/^Edited/);
  });

  await test.step("what an island renders otherwise than the server is told with both values", async () => {
    const mend = edit(heart, 'className="heart"', 'className={typeof document === "undefined" ? "heart" : "heart here"}');
    await expectProblem(page, mend, "Island heart-icon: ", "@class", '"heart" from the server', '"heart here" in the browser');
    expect(shop.output()).toContain('"heart here" in the browser');
  });

  await test.step("a misspelt trigger in the page is told", async () => {
    // The page that was reloaded for the corrected island has loaded completely.
    await heartOf(page).waitFor();
    await page
      .locator("[data-island]")
      .first()
      .evaluate((island: HTMLElement) => Object.assign(island.dataset, { islandOn: "visble" }));
    await expect(overlayOf(page)).toContainText('there is no trigger "visble"; did you mean visible?');
    await page.keyboard.press("Escape");
    await expect(overlayOf(page)).toHaveCount(0);
  });

  expect(await processOf(page)).toBe(started);

  await test.step("the server's code starts another process, and the page waits for it; what is no TypeScript does not", async () => {
    const mend = edit("server/dates.ts", "export", "exportt");
    await expect(overlayOf(page)).toContainText("server/dates.ts");
    expect((await page.request.get(page.url())).status()).toBe(200);
    mend();
    await expect.poll(() => processOf(page).catch(() => started)).not.toBe(started);
    await expect(overlayOf(page)).toHaveCount(0);
  });

  expect(violations).toEqual([]);
});
