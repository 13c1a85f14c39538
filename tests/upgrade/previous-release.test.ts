import { copyFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { keptRows, newPath } from "../backup/backed-up-tables.ts";
import { shopperOn } from "../payments/shopper.ts";
import { TestBrowser } from "../support/browser-of.ts";
import { type Engine, engines } from "../support/database.ts";
import { isProof } from "../support/long-form.ts";
import { type RunningShop, runShop } from "../support/running-shop.ts";
import { checkOutRelease, commandOf, root } from "./check-out-release.ts";
import { emptyPlace, openAsItIs, type Place } from "./database-at.ts";
import { hasHistory, previousRelease } from "./previous-release.ts";

/** The variant of the first product that a listing links to. */
async function firstVariant(browser: TestBrowser): Promise<string> {
  const { text } = await browser.get("/storefront/collections/?categories=glass");
  for (const [path] of text.matchAll(/\/storefront\/products\/[\w-]+\//g)) {
    const [, variant] = /name="variantId" value="([^"]+)"/.exec((await browser.get(path)).text) ?? [];
    if (variant !== undefined) return variant;
  }
  throw new Error("no product can be bought");
}

/** Buys one unit, as a guest. */
async function buy({ url }: RunningShop): Promise<void> {
  const browser = new TestBrowser(url);
  const shopper = await shopperOn(browser, { lines: [{ variantId: await firstVariant(browser), quantity: 1 }] });
  const paid = await shopper.pay();
  expect([paid.status, paid.text]).toEqual([200, expect.stringContaining("orderId")]);
}

type Write = (path: string) => Promise<unknown>;

/**
 * The release in `folder` restores the backup of this place elsewhere. Expects equal rows, in which
 * fsck finds nothing.
 */
async function restoreElsewhere(engine: Engine, { directory }: Place, write: Write, folder = root): Promise<Place> {
  const path = await newPath();
  await write(path);
  const place = await emptyPlace(engine);
  // A backup does not contain the test gateway's records.
  for (const name of (await readdir(directory)).filter((each) => each.startsWith("gateway.db")))
    await copyFile(join(directory, name), join(place.directory, name));
  const env = { SEED: "none", DATA_DIR: place.directory, ...(place.url && { DATABASE_URL: place.url }) };
  expect(await commandOf(folder, env, "restore", path)).toMatchObject({ status: 0, err: "" });
  expect(await commandOf(folder, env, "fsck")).toMatchObject({ status: 0, err: "" });
  return place;
}

/** Files of earlier builds are left out, since they do not follow a shop to the other engine. */
async function rowsAt(place: Place) {
  const { asset, asset_build, asset_build_file, ...rows } = await keptRows((await openAsItIs(place)).db);
  return rows;
}

/** The tables whose rows differ. */
const differing = (one: Record<string, string[]>, other: Record<string, string[]>): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => !isDeepStrictEqual(one[name], other[name]));

async function backupsBeforeMigrations(engine: Engine, release: string): Promise<void> {
  const place = await emptyPlace(engine);
  const env = { SEED: "demo", ...(place.url && { DATABASE_URL: place.url }) };
  const shop = await runShop(env, place.directory, release);
  onTestFinished(async () => void (await shop.end("SIGKILL")));
  await buy(shop);
  await shop.end();
  const rows = await rowsAt(place);
  const by =
    (folder: string): Write =>
    (path) =>
      commandOf(folder, { ...env, DATA_DIR: place.directory }, "backup", path);
  expect(differing(await rowsAt(await restoreElsewhere(engine, place, by(root), release)), rows)).toEqual([]);
  for (const folder of [release, root])
    expect((await rowsAt(await restoreElsewhere(engine, place, by(folder)))).ledger_entry).toEqual(rows.ledger_entry);
  expect(rows.ledger_entry).not.toEqual([]);
}

const until = async (isTrue: () => Promise<boolean>) => {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 100));
};

async function lastReleaseBesideThisOne(engine: Engine, release: string): Promise<void> {
  const place = await emptyPlace(engine);
  const env = { SEED: "demo", ...(place.url && { DATABASE_URL: place.url }) };
  const start = async (folder?: string) => {
    const shop = await runShop(env, place.directory, folder);
    onTestFinished(async () => void (await shop.end("SIGKILL")));
    return shop;
  };
  const store = (folder: string, ...args: string[]) => commandOf(folder, { ...env, DATA_DIR: place.directory }, ...args);
  /** Runs a command of the release in `folder`, and expects success. */
  const succeeds = async (folder: string, ...args: string[]) => {
    const { status, out, err } = await store(folder, ...args);
    expect([status, err, args]).toEqual([0, "", args]);
    return out;
  };
  type Listed = { number: number; state: string; money: string; email: string };
  const orders = async (folder: string) =>
    (JSON.parse(await succeeds(folder, "orders", "--json")) as Listed[]).filter(({ email }) => email === "ada@example.com");
  const ofThis = await start();
  await buy(ofThis);
  const page = async () =>
    (await (await fetch(`${ofThis.url}/storefront/pages/shipping/`)).text()).includes("By the last release");
  expect(await page()).toBe(false);

  // The last release runs beside this one. This release sees the last release's writes at once.
  const ofLast = await start(release);
  await buy(ofLast);
  const file = join(place.directory, "shipping.md");
  await writeFile(file, "# Shipping\n\nBy the last release\n");
  await succeeds(release, "page", "shipping", file);
  await until(page);
  const numbers = (await orders(release)).map(({ number }) => number).sort();
  expect(numbers).toHaveLength(2);
  await succeeds(release, "cancel", String(numbers[0]));

  // The last release runs alone, as after a reverted upgrade.
  await ofThis.end();
  await buy(ofLast);
  await succeeds(release, "fsck");
  await ofLast.end();
  const rows = await rowsAt(place);
  for (const target of engines) {
    const restored = await restoreElsewhere(target, place, (path) => succeeds(release, "backup", path));
    expect(differing(await rowsAt(restored), rows)).toEqual([]);
  }

  // This release runs again, with the data that both have written.
  const again = await start();
  await buy(again);
  expect(await (await fetch(`${again.url}/storefront/pages/shipping/`)).text()).toContain("By the last release");
  await succeeds(root, "refund", String(numbers[1]), "--all");
  const now = await orders(root);
  expect(now.map(({ state }) => state).sort()).toEqual(["canceled", "placed", "placed", "placed"]);
  await succeeds(root, "fsck");
  await again.expectRunning();
  await again.end();
}

test("the last release is named by its commit", () => {
  expect(previousRelease).toMatch(/^[0-9a-f]{40}$/);
});

if (isProof && hasHistory())
  test("the last release sells on the schema of this one, beside it and alone, its backups are restored, and this one goes on", {
    timeout: 900_000,
  }, async () => {
    const release = await checkOutRelease();
    for (const engine of engines) {
      await lastReleaseBesideThisOne(engine, release);
      await backupsBeforeMigrations(engine, release);
    }
  });
