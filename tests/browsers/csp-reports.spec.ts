import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect } from "@playwright/test";
import { cspReportPath } from "../../server/paths.ts";
import { copyDemoFolder } from "../support/demo-folder.ts";
import { engineTest as test } from "../support/engines/engine-test.ts";
import { openRecordingProxy } from "../support/engines/recording-proxy.ts";
import type { Tab } from "../support/engines/tab.ts";
import { type RunningShop, removeShop, runShop } from "../support/running-shop.ts";

test.use({ anyCertificate: true });
test.beforeEach(({ site }) => void site.expected.push("policy: img-src"));

type Visit = { scheme: "http" | "https"; withTab: (site: { url: string }, use: (tab: Tab) => Promise<void>) => Promise<void> };

/** Opens the home page of a separate shop, so that its count of reports starts at zero. */
async function onHomePage({ scheme, withTab }: Visit, use: (tab: Tab, shop: RunningShop) => Promise<void>): Promise<void> {
  const proxy = await openRecordingProxy({ tls: scheme === "https" });
  const env = { PUBLIC_URL: proxy.url, LOG_LEVEL: "info", ...(scheme === "https" && { TRUST_PROXY: "1" }) };
  const shop = await runShop(env, await copyDemoFolder());
  proxy.target = Number(new URL(shop.url).port);
  await withTab({ url: proxy.url }, async (tab) => {
    await tab.open("/storefront/");
    await use(tab, shop);
  });
  await proxy.close();
  await shop.end();
  await removeShop(shop.directory);
}

/** Requests pictures from another site, which the policy forbids. */
const askForPictures = (tab: Tab, from: number, to: number): Promise<void> =>
  tab.run(
    (first, last) => {
      for (let n = first; n <= last; n++) new Image().src = `https://pictures.example/${n}.png?email=ann@example.com`;
    },
    from,
    to,
  );

function countedIn({ directory }: RunningShop) {
  const database = new DatabaseSync(join(directory, "store.db"), { readOnly: true });
  const rows = database.prepare("SELECT directive, blocked, screen, count FROM csp_report").all();
  database.close();
  return rows.map((row) => ({ ...row }));
}

/** The statuses of the shop's answers to browsers' reports. */
const answersIn = ({ output }: RunningShop): number[] =>
  output()
    .split("\n")
    .filter((line) => line.includes(`"path":"${cspReportPath}"`))
    .map((line) => JSON.parse(line).status);

const kind = { directive: "img-src", blocked: "https://pictures.example", screen: "home" };
const slow = { timeout: 90_000 };

test("on plain http a browser's reports are collected and counted, until they are too many @runtime", async ({ withTab }) => {
  await onHomePage({ scheme: "http", withTab }, async (tab, shop) => {
    await askForPictures(tab, 1, 1);
    await expect.poll(() => countedIn(shop), slow).toEqual([{ ...kind, count: 1 }]);

    await askForPictures(tab, 2, 41);
    await expect.poll(() => answersIn(shop).length, slow).toBe(41);
    expect(new Set(answersIn(shop))).toEqual(new Set([204, 429]));
    const read = answersIn(shop).filter((status) => status === 204);
    expect(countedIn(shop)).toEqual([{ ...kind, count: read.length }]);
  });
});

test("on https pages name where Reporting APIs send, and Firefox and Safari are heard by it @short", async ({
  withTab,
  engine,
}) => {
  await onHomePage({ scheme: "https", withTab }, async (tab, shop) => {
    const endpoints = await tab.run(async () => (await fetch("/storefront/")).headers.get("reporting-endpoints"));
    expect(endpoints).toBe(`csp="${cspReportPath}"`);
    // Chromium's build for tests has no Reporting API. Tests in tests/attacks cover the reports of
    // a whole Chromium.
    if (engine === "chromium") return;
    await askForPictures(tab, 1, 1);
    await expect.poll(() => countedIn(shop), slow).toEqual([{ ...kind, count: 1 }]);
    expect(shop.output()).not.toContain("ann@example.com");
  });
});
