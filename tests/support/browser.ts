import { createRequire } from "node:module";
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { copyDemoFolder } from "./demo-folder.ts";
import { type RunningShop, removeShop, runShop } from "./running-shop.ts";

/**
 * Page errors that no test expects: script errors, policy violations, requests to other hosts,
 * failed loads.
 */
export type Watch = {
  errors: string[];
  /**
   * messages of page transitions that were cut short on a page that had no script yet to handle the
   * error
   */
  skippedTransitions: string[];
};

type Fixtures = { watch: Watch };
type WorkerFixtures = { shop: RunningShop };

const refusalsAreAnswers = /status of (401|402|409|413|415|422)/;

// A test that ends while a page fades in closes the page during its transition. No shopper can do
// this.
const closedWhileFading = "ViewTransition opt-in disabled";
// A page cannot handle this error if it is left before its script loads. No shopper sees the error.
const skipped = /Transition was (skipped|aborted because of invalid state\. Page already revealed)$/;

function watchContext(context: BrowserContext, origin: string, { errors, skippedTransitions }: Watch): void {
  context.on("weberror", (error) => {
    const { message } = error.error();
    if (skipped.test(message)) skippedTransitions.push(message);
    else if (!message.endsWith(closedWhileFading)) errors.push(`script: ${message}`);
  });
  context.on("console", (message) => {
    if (message.type() !== "error" || refusalsAreAnswers.test(message.text())) return;
    errors.push(`console: ${message.text()}`);
  });
  context.on("request", (request) => {
    const { protocol, origin: requested } = new URL(request.url());
    if (protocol !== "data:" && protocol !== "blob:" && requested !== origin) errors.push(`foreign request: ${request.url()}`);
  });
  context.on("response", (response) => {
    if (response.status() >= 500 || response.status() === 404) errors.push(`status ${response.status()}: ${response.url()}`);
  });
}

/** The demo shop, one for each worker, as `npm start` runs it. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads which fixtures are wanted from this pattern
    async ({}, use) => {
      const shop = await runShop({}, await copyDemoFolder());
      await use(shop);
      await shop.end();
      await removeShop(shop.directory);
    },
    { scope: "worker" },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
  watch: [
    async ({ context, shop }, use) => {
      const watch: Watch = { errors: [], skippedTransitions: [] };
      watchContext(context, new URL(shop.url).origin, watch);
      await use(watch);
      await shop.expectRunning();
      expect(watch.errors, "errors on the way").toEqual([]);
    },
    { auto: true },
  ],
});

const axeSource = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

type AxeWindow = { axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } };

/**
 * Axe's default rules, and the one rule of WCAG 2.2 AA that is off by default. Passes are not
 * listed. Style sheets are not loaded, since none of these rules reads them.
 */
const axeOptions = {
  rules: { "target-size": { enabled: true } },
  resultTypes: ["violations"],
  preload: { assets: ["media"] },
};

/** Expects axe to find nothing on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  // Half-transparent colours during an animation are no finding: the page is judged as users with
  // reduced motion see it.
  await page.emulateMedia({ reducedMotion: "reduce" });
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(await axeText());
  const violations = await page.evaluate(async (options) => {
    const { axe } = window as unknown as AxeWindow;
    const { violations } = await axe.run(options);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
  }, axeOptions);
  await page.emulateMedia({ reducedMotion: null });
  expect(violations, `axe on ${new URL(page.url()).pathname}`).toEqual([]);
}

let axe: Promise<string> | undefined;
const axeText = (): Promise<string> => {
  axe ??= import("node:fs/promises").then(({ readFile }) => readFile(axeSource, "utf8"));
  return axe;
};

export { expect };
