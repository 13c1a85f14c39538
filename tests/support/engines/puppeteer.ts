import { setTimeout } from "node:timers/promises";
import puppeteer, { type KeyInput, type Page, type Browser as PuppeteerBrowser } from "puppeteer-core";
import type { Browser, Driver, LaunchOptions } from "./driver.ts";
import type { Engines } from "./find.ts";

/** Drives Chromium by its own protocol, and Firefox by WebDriver BiDi. */
export async function openWithPuppeteer(
  name: "chromium" | "firefox",
  { chromium: { executablePath, args, env }, firefox = "" }: Engines,
  { backForwardCache, anyCertificate, cookiesOfOtherSites }: LaunchOptions,
): Promise<Browser> {
  const flags = [
    ...(backForwardCache ? [] : ["--disable-back-forward-cache"]),
    ...(cookiesOfOtherSites ? [] : ["--test-third-party-cookie-phaseout"]),
  ];
  const prefs = {
    ...(!backForwardCache && { "browser.sessionhistory.max_total_viewers": 0 }),
    ...(!cookiesOfOtherSites && { "network.cookie.cookieBehavior": 1 }),
  };
  const browser = await puppeteer.launch(
    name === "chromium"
      ? { browser: "chrome", executablePath, args: [...args, ...flags], env, acceptInsecureCerts: anyCertificate }
      : { browser: "firefox", executablePath: firefox, extraPrefsFirefox: prefs, acceptInsecureCerts: anyCertificate },
  );
  return { openVisitor: () => openVisitor(browser), close: () => browser.close() };
}

async function openVisitor(browser: PuppeteerBrowser): Promise<Driver> {
  const context = await browser.createBrowserContext();
  return drive(await context.newPage(), () => context.close());
}

/** A page from the back-forward cache is not loaded again, so no driver event reports it. */
async function goBack(page: Page): Promise<void> {
  const shownPage = async () =>
    String(await page.evaluate("document.readyState === 'complete' && performance.timeOrigin + location.href"));
  const before = await shownPage();
  await page.evaluate("setTimeout(() => history.back())");
  for (let tries = 0; tries < 300; tries++) {
    // Between two pages no script can be run.
    const now = await shownPage().catch(() => "false");
    if (now !== "false" && now !== before) return;
    await setTimeout(100);
  }
  throw new Error(`there is no way back from ${page.url()}`);
}

/** Firefox 140 knows no command for the screen's orientation. The size is set nevertheless. */
async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewport({ width, height }).catch((error: Error) => {
    if (!error.message.includes("setScreenOrientationOverride")) throw error;
  });
  await page.waitForFunction(`innerWidth === ${width} && innerHeight === ${height}`);
}

function drive(page: Page, close: () => Promise<void>): Driver {
  return {
    goTo: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    back: () => goBack(page),
    run: (source, values) => page.evaluate(`(${source})(...${JSON.stringify(values)})`),
    moveTo: (x, y) => page.mouse.move(x, y),
    click: (x, y) => page.mouse.click(x, y),
    mouseDown: async (x, y) => {
      await page.mouse.move(x, y);
      await page.mouse.down();
    },
    mouseUp: () => page.mouse.up(),
    press: async (keys) => {
      const modifiers = keys.slice(0, -1) as KeyInput[];
      for (const key of modifiers) await page.keyboard.down(key);
      await page.keyboard.press(keys.at(-1) as KeyInput);
      for (const key of modifiers) await page.keyboard.up(key);
    },
    setFile: async (selector, path) => {
      const field = await page.waitForSelector(selector);
      await (field as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(path);
    },
    resize: (width, height) => resize(page, width, height),
    cookies: async () => (await page.browserContext().cookies()).map(({ name, value }) => ({ name, value })),
    setCookie: async (cookie) => {
      const { hostname } = new URL(page.url());
      await page.browserContext().setCookie({ ...cookie, domain: hostname, path: "/", sameSite: "Lax" });
    },
    screenshot: async () => Buffer.from(await page.screenshot()),
    openTab: async () => {
      const tab = await page.browserContext().newPage();
      return drive(tab, () => tab.close());
    },
    close,
  };
}
