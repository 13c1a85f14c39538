import { execFile } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { shopperOn } from "../payments/shopper.ts";
import { TestBrowser } from "../support/browser-of.ts";
import { freePort } from "../support/free-port.ts";
import { processEnvironment } from "../support/process-environment.ts";
import { plainProduction } from "../support/production.ts";
import { removeShop, runShop } from "../support/running-shop.ts";
import { temporaryFolder } from "../support/temporary.ts";

const main = join(import.meta.dirname, "../../server/cli/main.ts");
const run = promisify(execFile);

test("fsck and sweep agree beside two processes of a shop in production, each with a test gateway on one file", async () => {
  const directory = await mkdtemp(join(temporaryFolder(), "trial-"));
  onTestFinished(() => removeShop(directory));
  const port = String(await freePort());
  const env = { ...plainProduction, SEED: "demo" };
  // Both shops make the file or find it at the same time. For this the first one has its own
  // gateway port.
  const started = await Promise.all([runShop({ ...env, TEST_GATEWAY_PORT: port }, directory), runShop(env, directory)]);
  for (const shop of started) onTestFinished(() => void shop.end("SIGKILL"));
  const command = (name: string) =>
    run(process.execPath, [main, name], {
      env: { ...processEnvironment(), ...env, TEST_GATEWAY_PORT: port, DATA_DIR: directory },
    });
  const product = await (await fetch(`${started[0].url}/storefront/products/lemon-meridian/`)).text();
  const variantId = /name="variantId" value="([^"]+)"/.exec(product)?.[1] ?? "";
  const pay = async (url: string) => (await shopperOn(new TestBrowser(url), { lines: [{ variantId, quantity: 1 }] })).pay();

  const paying = Promise.all([...started, ...started].map(async ({ url }) => (await pay(url)).status));
  const beside = command("fsck");

  expect(await paying).toEqual([200, 200, 200, 200]);
  expect((await beside).stdout).toBe("Everything agrees.\n");
  expect((await command("fsck")).stdout).toBe("Everything agrees.\n");
  expect((await command("sweep")).stdout).toBe(
    "Every payment at the gateway has its order here, or was accepted or given back.\n",
  );
});
