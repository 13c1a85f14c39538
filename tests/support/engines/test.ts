import { expect } from "@playwright/test";
import { copyDemoFolder } from "../demo-folder.ts";
import { type RunningShop, removeShop, runShop } from "../running-shop.ts";
import { engineTest } from "./engine-test.ts";
import { openRecordingProxy, type RecordingProxy } from "./recording-proxy.ts";
import type { Tab } from "./tab.ts";

/**
 * A journey: written once, run in each engine on the built shop. A test fails at any error that a
 * page reports on the way.
 */
export const test = engineTest.extend<{ tab: Tab }, { recording: RecordingProxy; shop: RunningShop }>({
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
      const shop = await runShop({ PUBLIC_URL: recording.url }, await copyDemoFolder());
      recording.target = Number(new URL(shop.url).port);
      await use({ ...shop, url: recording.url });
      await shop.end();
      await removeShop(shop.directory);
    },
    { scope: "worker" },
  ],
  tab: async ({ recording, shop, prelude, withTab }, use) => {
    Object.assign(recording, { prelude, failures: [] });
    await withTab({ url: shop.url, failures: () => recording.failures }, use).finally(shop.expectRunning);
  },
});

export { expect };
