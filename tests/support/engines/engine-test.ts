import { join } from "node:path";
import { test as base, expect } from "@playwright/test";
import type { Browser, LaunchOptions } from "./driver.ts";
import { type EngineName, findEngines } from "./find.ts";
import { openWithPuppeteer } from "./puppeteer.ts";
import { openTab, type Tab } from "./tab.ts";
import { openWebKit } from "./webkit.ts";

type Options = LaunchOptions & { engine: EngineName };
type Workers = Options & { launched: Browser };
export type Site = {
  /** The beginnings of the errors that this test causes. */
  expected: string[];
};
type OpenSite = {
  url: string;
  /** The failures that the site's own server recorded while the tab was open. */
  failures?: () => readonly string[];
};
type Fixtures = {
  site: Site;
  /** A script that removes the features that an older browser lacks. */
  prelude: string;
  size: readonly [width: number, height: number];
  /** Opens a tab. At the end, each recorded error of a page fails the test. */
  withTab(site: OpenSite, use: (tab: Tab) => Promise<void>): Promise<void>;
};

const pictures = join(import.meta.dirname, "../../../test-results/pictures");

async function openBrowser(engine: EngineName, options: LaunchOptions): Promise<Browser> {
  const engines = findEngines();
  if (engine !== "webkit") return await openWithPuppeteer(engine, engines, options);
  if (!engines.webkit) throw new Error("WebKitGTK is not installed");
  return await openWebKit(engines.webkit, options);
}

// Firefox reports this error for scripts that a left page was still loading. The shop's proxy
// reports missing files.
const leftWhileLoading = "error loading dynamically imported module";

const recorded = (): string => sessionStorage.recorded ?? "";

/** A test in one engine, for any site. */
export const engineTest = base.extend<Fixtures, Workers>({
  engine: ["chromium", { option: true, scope: "worker" }],
  backForwardCache: [true, { option: true, scope: "worker" }],
  anyCertificate: [false, { option: true, scope: "worker" }],
  cookiesOfOtherSites: [true, { option: true, scope: "worker" }],
  size: [[1440, 900], { option: true }],
  prelude: ["", { option: true }],
  launched: [
    async ({ engine, backForwardCache, anyCertificate, cookiesOfOtherSites }, use) => {
      const browser = await openBrowser(engine, { backForwardCache, anyCertificate, cookiesOfOtherSites });
      await use(browser);
      await browser.close();
    },
    { scope: "worker" },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads which fixtures are wanted from this pattern
  site: async ({}, use) => use({ expected: [] }),
  withTab: async ({ engine, launched, site, size }, use) =>
    use(async ({ url, failures = () => [] }, work) => {
      const driver = await launched.openVisitor();
      await driver.resize(...size);
      const tab = openTab(driver, engine, url, pictures);
      await work(tab);
      const lines = (await tab.run(recorded)).split("\n").filter((line) => line && !line.includes(leftWhileLoading));
      const unexpected = [...lines, ...failures()].filter((line) => !site.expected.some((start) => line.startsWith(start)));
      await driver.close();
      expect(unexpected, "errors on the way").toEqual([]);
    }),
});
