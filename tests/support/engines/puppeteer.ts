import puppeteer, { type KeyInput, type Page, type Browser as PuppeteerBrowser } from "puppeteer-core";
import type { Browser, Driver } from "./driver.ts";
import type { Engines } from "./find.ts";

/** Chromium by its own protocol, Firefox by WebDriver BiDi. */
export async function openWithPuppeteer(name: "chromium" | "firefox", { chromium, firefox = "" }: Engines): Promise<Browser> {
  const browser = await puppeteer.launch(
    name === "chromium"
      ? { browser: "chrome", executablePath: chromium.executablePath, args: chromium.args, env: chromium.env }
      : { browser: "firefox", executablePath: firefox },
  );
  return { openVisitor: () => openVisitor(browser), close: () => browser.close() };
}

async function openVisitor(browser: PuppeteerBrowser): Promise<Driver> {
  const context = await browser.createBrowserContext();
  return drive(await context.newPage(), () => context.close());
}

function drive(page: Page, close: () => Promise<void>): Driver {
  return {
    goTo: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    back: async () => void (await page.goBack()),
    run: (source, values) => page.evaluate(`(${source})(...${JSON.stringify(values)})`),
    moveTo: (x, y) => page.mouse.move(x, y),
    click: (x, y) => page.mouse.click(x, y),
    press: async (keys) => {
      const held = keys.slice(0, -1) as KeyInput[];
      for (const key of held) await page.keyboard.down(key);
      await page.keyboard.press(keys.at(-1) as KeyInput);
      for (const key of held) await page.keyboard.up(key);
    },
    setFile: async (selector, path) => {
      const field = await page.waitForSelector(selector);
      await (field as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(path);
    },
    resize: (width, height) => page.setViewport({ width, height }),
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
