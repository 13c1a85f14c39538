import { join } from "node:path";
import { test as base, expect } from "@playwright/test";
import { type RunningShop, removeShop, runShop } from "../running-shop.ts";
import type { Browser } from "./driver.ts";
import { type EngineName, findEngines } from "./find.ts";
import { openWithPuppeteer } from "./puppeteer.ts";
import { openRecordingProxy, type RecordingProxy } from "./recording-proxy.ts";
import { openTab, type Tab } from "./tab.ts";
import { openWebKit } from "./webkit.ts";

type Options = { engine: EngineName };
type Workers = Options & { launched: Browser; recording: RecordingProxy; shop: RunningShop };
export type Site = {
  /** Errors that this test brings about, by what they begin with. */
  expected: string[];
};
type Fixtures = {
  site: Site;
  tab: Tab;
  /** Script that takes away what an older browser lacks. */
  prelude: string;
  size: readonly [width: number, height: number];
};

const pictures = join(import.meta.dirname, "../../../test-results/pictures");

async function openBrowser(engine: EngineName): Promise<Browser> {
  const engines = findEngines();
  if (engine !== "webkit") return await openWithPuppeteer(engine, engines);
  if (!engines.webkit) throw new Error("WebKitGTK is not installed");
  return await openWebKit(engines.webkit);
}

// Firefox refuses what a page was still loading when it is left. A file that is missing is told by the proxy.
const leftWhileLoading = "error loading dynamically imported module";

const recorded = (): string => sessionStorage.recorded ?? "";

/** A journey: written once, run in each engine on the built shop. A test fails at any error that a page reports on the way. */
export const test = base.extend<Fixtures, Workers>({
  engine: ["chromium", { option: true, scope: "worker" }],
  size: [[1440, 900], { option: true }],
  prelude: ["", { option: true }],
  launched: [
    async ({ engine }, use) => {
      const browser = await openBrowser(engine);
      await use(browser);
      await browser.close();
    },
    { scope: "worker" },
  ],
  recording: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads which fixtures are wanted from this pattern
    async ({}, use) => {
      const proxy = await openRecordingProxy();
      await use(proxy);
      await proxy.close();
    },
    { scope: "worker" },
  ],
  shop: [
    async ({ recording }, use) => {
      const shop = await runShop({ PUBLIC_URL: recording.url });
      recording.target = Number(new URL(shop.url).port);
      await use({ ...shop, url: recording.url });
      await shop.end();
      await removeShop(shop.directory);
    },
    { scope: "worker" },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads which fixtures are wanted from this pattern
  site: async ({}, use) => use({ expected: [] }),
  tab: async ({ engine, launched, recording, shop, site, prelude, size }, use) => {
    Object.assign(recording, { prelude, failures: [] });
    const driver = await launched.openVisitor();
    await driver.resize(...size);
    const tab = openTab(driver, engine, shop.url, pictures);
    await use(tab);
    const lines = (await tab.run(recorded)).split("\n").filter((line) => line && !line.includes(leftWhileLoading));
    const unexpected = [...lines, ...recording.failures].filter((line) => !site.expected.some((start) => line.startsWith(start)));
    await driver.close();
    expect(unexpected, "errors on the way").toEqual([]);
  },
});

export { expect };
