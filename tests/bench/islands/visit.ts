import { setTimeout as sleep } from "node:timers/promises";
import { brotliCompressSync } from "node:zlib";
import type { Browser, Page } from "@playwright/test";
import type { Contender } from "./contender.ts";
import type { BenchServer } from "./server.ts";
import { fieldNames } from "./widgets.ts";

export type Place = { browser: Browser; server: BenchServer };

export const presses = 3;
/** Only a page that hangs takes so long. */
const timeout = 30_000;
/** A replay happens within this time. */
export const replayMs = 1_000;

type Visit<Found> = (page: Page) => Promise<Found>;

/** Opens a page without a cache, in a window that shows all widgets of the largest page. */
export async function visit<Found>({ browser }: Place, work: Visit<Found>): Promise<Found> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 2400 } });
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

/** The ms until every widget of the next page listens; undefined if that takes too long. */
export const whenAlive = ({ server }: Place, within: number): Promise<number | undefined> =>
  Promise.race([server.nextAlive(), sleep(within, undefined, { ref: false })]);

async function openAlive(place: Place, page: Page, path: string): Promise<number> {
  const alive = whenAlive(place, timeout);
  await page.goto(place.server.url + path, { waitUntil: "commit" });
  const ms = await alive;
  if (ms === undefined) throw new Error(`${path} did not come alive`);
  return ms;
}

/** The ms from the navigation until every widget listens. */
export const timeUntilAlive = (place: Place, path: string): Promise<number> =>
  visit(place, (page) => openAlive(place, page, path));

/** The longest task in ms with a processor four times slower; 0 if no task took over 50 ms. */
export const longestTask = (place: Place, path: string): Promise<number> =>
  visit(place, async (page) => {
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await openAlive(place, page, path);
    await sleep(500);
    return await page.evaluate(() => {
      const { tasks } = globalThis as unknown as { tasks: readonly PerformanceEntry[] };
      return Math.max(0, ...tasks.map(({ duration }) => duration));
    });
  });

/** The bytes of all scripts until one widget listens, including those in the page. */
export const scriptBytes = (place: Place, path: string): Promise<number> =>
  visit(place, async (page) => {
    const { server } = place;
    server.reset();
    await openAlive(place, page, path);
    const inPage = await page.evaluate(() =>
      [...document.querySelectorAll("script:not([src],[data-bench])")].map(({ textContent }) => textContent).join(""),
    );
    const sent = [...server.scripts].reduce((sum, file) => sum + server.sizeOf(file), 0);
    return sent + (inPage ? brotliCompressSync(inPage).length : 0);
  });

/** Opens a page whose loader runs, and whose other scripts are held until `release` is called. */
export async function openHeld({ server }: Place, page: Page, { name, isLoader }: Contender, path: string): Promise<() => void> {
  server.reset();
  const release = server.hold((file) => !isLoader(file));
  await page.goto(`${server.url}/${name}/${path}`, { waitUntil: "commit" });
  await page.locator("output").first().waitFor();
  while (server.heldCount() === 0) await sleep(10);
  // A loader gets the time to start.
  await sleep(500);
  return release;
}

/** What remains of five typed fields, and of presses before the widgets' scripts were loaded. */
export const earlyInput = (place: Place, contender: Contender) =>
  visit(place, async (page) => {
    const alive = whenAlive(place, timeout);
    const release = await openHeld(place, page, contender, "early");
    for (const field of fieldNames) await page.locator(`[name=${field}]`).pressSequentially(field);
    for (let press = 0; press < presses; press++) await page.locator("button").click({ noWaitAfter: true });
    release();
    await alive;
    await sleep(replayMs);
    const values = await page.locator("input").evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
    const [count = "", state = values.join()] = await page.locator("output").allTextContents();
    return { typed: [values.join(), state].every((text) => text === fieldNames.join()), pressed: Number(count) / presses };
  });

/** Whether the other widgets work, and the HTML of the throwing one stays. */
export const besideBroken = (place: Place, path: string) =>
  visit(place, async (page) => {
    const alive = whenAlive(place, 5_000);
    await page.goto(place.server.url + path, { waitUntil: "commit" });
    const othersLive = (await alive) !== undefined;
    return { othersLive, staysInPage: (await page.getByText("Stays").count()) > 0 };
  });
