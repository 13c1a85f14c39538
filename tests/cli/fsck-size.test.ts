import { expect, test } from "vitest";
import { expectSettled } from "../payments/settled.ts";
import { prepareEnvironment, startShop, store } from "../payments/shop-process.ts";
import { shopperOn } from "../payments/shopper.ts";
import { TestBrowser } from "../support/browser-of.ts";
import { isProof, often } from "../support/long-form.ts";
import { copyOrder } from "../support/order-copies.ts";
import { engines } from "../support/shop.ts";

const orders = often(100, 100_000);
/** The bound that docs/reliability.md promises, in MB. */
const mostMB = 200;

/** Lets a process print its peak memory, as counted by the system. */
const reportPeak = encodeURIComponent(`import { readFileSync } from "node:fs";
process.on("exit", () => {
  try {
    console.log(/VmHWM.*/.exec(readFileSync("/proc/self/status", "utf8"))[0]);
  } catch {}
});`);

test.each(isProof ? engines : engines.slice(0, 1))(
  `fsck of ${orders} orders on %s takes less than ${mostMB} MB, next to the shop, which takes one more payment`,
  { timeout: 1_800_000 },
  async (engine) => {
    const place = await prepareEnvironment(engine);
    const shop = await startShop(place);
    expect((await (await shopperOn(new TestBrowser(shop.url))).pay()).status).toBe(200);
    await expectSettled(place);
    await shop.end();
    await copyOrder(place.directory, place.env.DATABASE_URL, orders);
    const again = await startShop(place);
    const started = performance.now();

    const [{ code, said }, { status }] = await Promise.all([
      store(
        { ...place, env: { ...place.env, NODE_OPTIONS: `--max-semi-space-size=4 --import=data:text/javascript,${reportPeak}` } },
        "fsck",
      ),
      shopperOn(new TestBrowser(again.url)).then((shopper) => shopper.pay()),
    ]);

    expect([code, said.slice(0, 2000), status]).toEqual([0, expect.any(String), 200]);
    expect(said).toMatch(/^Everything agrees\.$/m);
    const [, peak] = /^VmHWM:\s+(\d+) kB$/m.exec(said) ?? [];
    const peakMB = Math.round(Number(peak ?? Number.NaN) / 1024);
    if (process.platform === "linux") expect(peakMB).toBeLessThan(mostMB);
    const seconds = Math.round((performance.now() - started) / 1000);
    if (isProof) console.log(`fsck of ${orders} orders on ${engine}: ${peakMB} MB, ${seconds} s`);
  },
);
