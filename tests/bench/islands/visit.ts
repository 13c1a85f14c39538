import { setTimeout as sleep } from "node:timers/promises";
import { brotliCompressSync } from "node:zlib";
import type { Browser, Page } from "@playwright/test";
import type { Contender } from "./contender.ts";
import type { BenchServer } from "./server.ts";
import { fieldNames } from "./widgets.ts";

const presses = 3;
/** Only a page that hangs takes so long. */
const timeout = 30_000;

type Visit<Found> = (page: Page) => Promise<Found>;

/** Opens a page without a cache, in a window that shows all widgets of the largest page. */
async function visit<Found>(browser: Browser, work: Visit<Found>): Promise<Found> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 2400 } });
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

const isAlive = () => "aliveAt" in globalThis;
const aliveAt = (): number => (globalThis as unknown as { aliveAt: number }).aliveAt;

/** The ms from the navigation until every widget listens. */
export const timeUntilAlive = (browser: Browser, url: string): Promise<number> =>
  visit(browser, async (page) => {
    await page.goto(url, { waitUntil: "commit" });
    await page.waitForFunction(isAlive, undefined, { timeout });
    return await page.evaluate(aliveAt);
  });

/** The longest task in ms with a processor four times slower; 0 if no task took over 50 ms. */
export const longestTask = (browser: Browser, url: string): Promise<number> =>
  visit(browser, async (page) => {
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.goto(url, { waitUntil: "commit" });
    await page.waitForFunction(isAlive, undefined, { timeout });
    await page.waitForTimeout(500);
    return await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const longest = (entries: readonly PerformanceEntry[]) => Math.max(0, ...entries.map(({ duration }) => duration));
          new PerformanceObserver((list) => resolve(longest(list.getEntries()))).observe({ type: "longtask", buffered: true });
          setTimeout(() => resolve(0), 200);
        }),
    );
  });

/** The bytes of all scripts until one widget listens, including those in the page. */
export const scriptBytes = (browser: Browser, server: BenchServer, url: string): Promise<number> =>
  visit(browser, async (page) => {
    server.reset();
    await page.goto(url, { waitUntil: "commit" });
    await page.waitForFunction(isAlive, undefined, { timeout });
    const inPage = await page.evaluate(() =>
      [...document.querySelectorAll("script:not([src],[data-bench])")].map(({ textContent }) => textContent).join(""),
    );
    const sent = [...server.scripts].reduce((sum, path) => sum + server.sizeOf(path), 0);
    return sent + (inPage ? brotliCompressSync(inPage).length : 0);
  });

/** What remains of five typed fields, and of presses before the widgets' scripts were loaded. */
export const earlyInput = (browser: Browser, server: BenchServer, { name, isLoader }: Contender) =>
  visit(browser, async (page) => {
    server.reset();
    const release = server.hold((path) => !isLoader(path));
    await page.goto(`${server.url}/${name}/early`, { waitUntil: "commit" });
    await page.locator("output").first().waitFor();
    while (server.heldCount() === 0) await sleep(10);
    // A loader gets the time to start.
    await sleep(500);
    for (const field of fieldNames) await page.locator(`[name=${field}]`).pressSequentially(field);
    for (let press = 0; press < presses; press++) await page.locator("button").click({ noWaitAfter: true });
    release();
    await page.waitForFunction(isAlive, undefined, { timeout });
    // A replay happens within this time.
    await sleep(1_000);
    const values = await page.locator("input").evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
    const [count = "", state = values.join()] = await page.locator("output").allTextContents();
    return { typed: [values.join(), state].every((text) => text === fieldNames.join()), pressed: Number(count) / presses };
  });

/** Whether the other widgets work, and the HTML of the throwing one stays. */
export const besideBroken = (browser: Browser, url: string) =>
  visit(browser, async (page) => {
    await page.goto(url, { waitUntil: "commit" });
    const othersLive = await page.waitForFunction(isAlive, undefined, { timeout: 5_000 }).then(
      () => true,
      () => false,
    );
    return { othersLive, staysInPage: (await page.getByText("Stays").count()) > 0 };
  });
