import { execFile } from "node:child_process";
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { plainProduction } from "../support/production.ts";
import { removeShop, runShop } from "../support/running-shop.ts";
import { temporaryFolder } from "../support/temporary.ts";

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);

/** The files of this folder that a shop in production needs. */
const parts = [
  "package.json",
  "package-lock.json",
  ".npmrc",
  "build.mjs",
  "trim.mjs",
  "tsconfig.json",
  "islands",
  "server",
  "static",
  "views",
];

type Package = { dev?: boolean };

/**
 * Installs and builds the shop as docs/operations.md says, without the packages for tests, and
 * starts it without npm.
 */
async function installAndStart(): Promise<void> {
  const folder = mkdtempSync(join(temporaryFolder(), "production-"));
  onTestFinished(() => removeShop(folder));
  for (const part of parts)
    cpSync(join(root, part), join(folder, part), { recursive: true, filter: (from) => !from.includes("node_modules") });
  await run("npm", ["ci", "--omit=dev", "--prefer-offline", "--no-audit"], { cwd: folder });
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as { packages: Record<string, Package> };
  const ofTests = Object.keys(packages).filter((path) => packages[path]?.dev);
  expect(ofTests).toContain("node_modules/vitest");
  expect(ofTests.filter((path) => existsSync(join(folder, path)))).toEqual([]);
  expect(globSync("node_modules/node-*/include", { cwd: folder })).toEqual([]);
  await run(process.execPath, ["build.mjs"], { cwd: folder });
  const { stdout } = await run("du", ["-sm", join(folder, "node_modules")]);
  console.log(`${Number.parseInt(stdout, 10)} MB of packages`);

  const shop = await runShop({ ...plainProduction, SEED: "demo", METRICS_PORT: "0" }, undefined, folder);
  onTestFinished(async () => {
    await shop.end("SIGKILL");
    await removeShop(shop.directory);
  });
  for (const path of ["/readyz", "/storefront/", "/storefront/products/lemon-meridian/", "/storefront/cart/", "/staff/signin/"])
    expect((await fetch(shop.url + path)).status, path).toBe(200);
  expect(await shop.end()).toBe(0);
}

test(
  "a shop that was installed without the packages of its tests is built and starts in production",
  { timeout: 600_000 },
  installAndStart,
);
