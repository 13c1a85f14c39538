import { execFile } from "node:child_process";
import { appendFileSync, cpSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { digestOfSources } from "../../build.mjs";
import { copyShop } from "../support/later-build.ts";

const root = join(import.meta.dirname, "../..");

/** A copy of the shop without a build, and a function that returns its build's output. */
function shopWithoutBuild() {
  const folder = copyShop("build-if-changed", ["package-lock.json"]);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const build = async (...options: string[]) =>
    (await promisify(execFile)(process.execPath, ["build.mjs", ...options], { cwd: folder })).stdout;
  return { folder, build };
}

const built = /^Built \d+ islands as build \w+ in \d+ ms: release \d+\.\d+\.\d+\+[0-9a-f]{8}\n$/;

test("`npm start` builds before it starts, where something has changed; `npm run build` always does", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> };
  expect([scripts.prestart, scripts.build]).toEqual(["node build.mjs --if-changed", "node build.mjs"]);
});

test("a second start builds nothing; one after a change of an island does", { timeout: 600_000 }, async () => {
  const { folder, build } = shopWithoutBuild();
  expect(await build("--if-changed")).toMatch(built);
  expect(await build("--if-changed")).toBe("The build is up to date\n");
  // Others may read the build, because a shop that root has built runs as another user.
  expect(statSync(join(folder, "dist")).mode & 0o777).toBe(0o777 & ~process.umask());
  const manifest = () => readFileSync(join(folder, "dist/manifest.json"), "utf8");
  const was = manifest();
  appendFileSync(join(folder, "islands/stores/toasts.ts"), "\nObject.assign(globalThis, { later: true });\n");
  expect(await build("--if-changed")).toMatch(built);
  expect(manifest()).not.toBe(was);
});

test("whatever a build is made of counts, and the folder where it is does not", () => {
  const { folder } = shopWithoutBuild();
  const copy = `${folder}-copy`;
  cpSync(folder, copy, { recursive: true });
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  const digest = (dev = false) => digestOfSources(folder, { dev });
  const seen = [digestOfSources(copy, { dev: false })];
  expect(digest()).toBe(seen[0]);
  // A build for development does not count as one for production.
  expect(digest(true)).not.toBe(digest());
  for (const path of [
    "islands/stores/toasts.ts",
    "server/money.ts",
    "static/css/base.css",
    "views/staff/join.hbs",
    "build.mjs",
    "package-lock.json",
  ]) {
    appendFileSync(join(folder, path), "\n");
    expect([path, seen.includes(digest())]).toEqual([path, false]);
    seen.push(digest());
  }
  renameSync(join(folder, "static/favicon.svg"), join(folder, "static/mark.svg"));
  expect(seen).not.toContain(digest());
});
