import { execFileSync } from "node:child_process";
import { copyFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import { productPath } from "../../server/catalog/paths.ts";
import { lockFile } from "../support/file-lock.ts";
import { removeShop, runShop } from "../support/running-shop.ts";
import { openShop } from "../support/shop.ts";
import { testWith } from "./test-with.ts";

const timeout = 180_000;
const until = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 90_000, interval: 50 });

/** The answers of a shop to shoppers and a load balancer. */
function heardAt(url: string) {
  const statusOf = async (path: string) => (await fetch(`${url}${path}`)).status;
  const add = (variantId = "v-1") =>
    fetch(`${url}/storefront/cart/add`, {
      method: "POST",
      body: new URLSearchParams({ variantId }),
      redirect: "manual",
    });
  const expectAway = async (seen: string) => {
    expect(await statusOf("/readyz")).toBe(503);
    expect(await statusOf("/healthz")).toBe(200);
    expect(await statusOf(seen)).toBe(200);
  };
  const expectBack = (variantId?: string) =>
    until(async () => {
      expect(await statusOf("/readyz")).toBe(200);
      expect((await add(variantId)).status).toBe(303);
    });
  return { statusOf, add, expectAway, expectBack };
}

const seen = productPath("product-1");

test("while another program keeps SQLite's lock, pages are served, forms that wait together are refused together, and it heals", {
  timeout,
}, async () => {
  const shop = await openShop({ pays: false });
  const { statusOf, add, expectAway, expectBack } = heardAt(shop.url);
  expect([await statusOf(seen), await statusOf("/readyz"), (await add()).status]).toEqual([200, 200, 303]);
  const other = new DatabaseSync(join(shop.directory, "store.db"));
  await lockFile(other);

  const forms = Array.from({ length: 12 }, () => add());
  await expectAway(seen);
  expect(await statusOf(productPath("product-2"))).toBe(200);
  for (const form of await Promise.all(forms)) {
    expect([form.status, form.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await form.text()).toContain("Something went wrong on our side");
  }

  other.exec("ROLLBACK");
  other.close();
  await expectBack();
  const told = (msg: string) => shop.log.map((line) => JSON.parse(line)).filter((line) => line.msg === msg);
  await until(async () => expect(told("the database responds again")).toHaveLength(1));
  expect(told("the database responds again")[0].refused).toBeGreaterThanOrEqual(12);
  // The stack is logged once, however many forms failed.
  expect(told("request failed")).toHaveLength(1);
});

test("nothing is written to a file that was moved away or replaced, and the shop goes on once it is back", {
  timeout,
}, async () => {
  const shop = await openShop({ pays: false });
  const { statusOf, add, expectAway, expectBack } = heardAt(shop.url);
  expect([await statusOf(seen), (await add()).status]).toEqual([200, 303]);
  const file = join(shop.directory, "store.db");

  await rename(file, `${file}.away`);
  expect((await add()).status).toBe(503);
  await expectAway(seen);
  await copyFile(`${file}.away`, file);
  expect((await add()).status).toBe(503);
  await expectAway(seen);

  await rename(`${file}.away`, file);
  await expectBack();
});

/** Without this handler the system ends a process that writes too much. */
const outliving = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent('process.on("SIGXFSZ", () => {});')}` };

testWith("prlimit")(
  "while the disk takes nothing, pages are served, forms are refused in words, and it heals",
  { timeout },
  async () => {
    const shop = await runShop({ SEED: "demo", ...outliving });
    onTestFinished(async () => {
      await shop.end("SIGKILL");
      await removeShop(shop.directory);
    });
    const { add, expectAway, expectBack } = heardAt(shop.url);
    const reader = new DatabaseSync(join(shop.directory, "store.db"), { readOnly: true });
    const [{ id } = {}] = reader.prepare("SELECT id FROM variant WHERE on_hand > 20 LIMIT 1").all();
    reader.close();
    const variantId = String(id);
    expect((await add(variantId)).status).toBe(303);
    const limit = (size: string) => execFileSync("prlimit", ["--pid", String(shop.process.pid), `--fsize=${size}:`]);

    limit("0");
    const refused = await add(variantId);
    expect(refused.status).toBe(503);
    expect(await refused.text()).toContain("Something went wrong on our side");
    await expectAway("/storefront/collections/");

    limit("unlimited");
    await expectBack(variantId);
  },
);
