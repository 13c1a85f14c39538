import { truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { assetsCommand } from "../../server/cli/assets.ts";
import { expiredBuilds } from "../../server/web/assets/archive.ts";
import { isNamedByContent } from "../../server/web/assets/asset.ts";
import { openArchive } from "../../server/web/assets/kept-assets.ts";
import { openOwner } from "../cli/open-owner.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { rawRequest } from "./raw-http.ts";

const day = 86_400_000;
const earlier = "islands/bell-OLDER234.js";

/** A build with one file for each of these names. */
const filesOf = (...paths: string[]) =>
  new Map(
    paths.map((path) => {
      const identity = Buffer.from(`// ${path}\n`.repeat(40));
      return [path, { identity, br: brotliCompressSync(identity) }] as const;
    }),
  );

const archiveOf = ({ shop, directory }: TestShop) => openArchive(shop.db, directory);

for (const engine of engines) {
  test(`a page of an earlier build, or of a newer one elsewhere, finds its script here (${engine})`, async () => {
    const shop = await openShop({ engine, pays: false });
    expect((await rawRequest(shop, `/static/${earlier}`)).status).toBe(404);
    await archiveOf(shop).add("other", filesOf(earlier), 0);

    const found = await rawRequest(shop, `/static/${earlier}`, { headers: { "accept-encoding": "br, gzip" } });

    expect(found.status).toBe(200);
    expect(found.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(found.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(found.headers.get("content-encoding")).toBe("br");
    expect(brotliDecompressSync(Buffer.from(found.text, "latin1")).toString()).toBe(`// ${earlier}\n`.repeat(40));
    const headers = { "accept-encoding": "br", "if-none-match": found.headers.get("etag") ?? "" };
    expect((await rawRequest(shop, `/static/${earlier}`, { headers })).status).toBe(304);
    expect((await rawRequest(shop, `/static/${earlier}`)).text).toBe(`// ${earlier}\n`.repeat(40));
  });

  test(`a start keeps its own build, and an owner removes the expired ones (${engine})`, async () => {
    const owner = await openOwner(engine);
    const archive = openArchive(owner.db, owner.directory);
    const now = Date.now();
    await archive.add("first", filesOf("css/site-SHARED12.css", "islands/a-FIRST123.js"), now - 40 * day);
    await archive.add("second", filesOf("css/site-SHARED12.css", "islands/a-SECOND12.js"), now - 30 * day);
    for (const [at, build] of ["third", "fourth", "fifth"].entries())
      await archive.add(build, filesOf("css/site-SHARED12.css", `islands/a-${build.toUpperCase().padEnd(8, "7")}.js`), now - at);
    if (engine === "sqlite") owner.pass(2 * 3_600_000);

    expect(await owner.run(assetsCommand, "prune")).toEqual({
      status: 0,
      out: ["Builds removed: 2, files removed: 2, builds kept: 3."],
      err: [],
    });

    expect(await archive.find("islands/a-FIRST123.js")).toBeUndefined();
    expect(await archive.find("css/site-SHARED12.css")).toEqual(filesOf("css/site-SHARED12.css").get("css/site-SHARED12.css"));
    expect(await archive.find("islands/a-FIFTH777.js")).toBeDefined();
    expect((await owner.run(assetsCommand)).status).toBe(2);
    expect((await owner.run(assetsCommand, "prune", "--all")).status).toBe(2);
    expect((await owner.run(assetsCommand, "prune")).out).toEqual(["Builds removed: 0, files removed: 0, builds kept: 3."]);
  });

  test(`two processes that start together keep the same build once (${engine})`, async () => {
    const owner = await openOwner(engine);
    const archives = [openArchive(owner.db, owner.directory), openArchive(owner.db, owner.directory)];
    const files = filesOf(earlier, "css/site-SHARED12.css");
    await Promise.all(archives.flatMap((archive) => [archive.add("one", files, 1), archive.prune(1)]));

    expect(await archives[0]?.find(earlier)).toEqual(files.get(earlier));
    expect(await archives[0]?.prune(1)).toEqual({ builds: 0, files: 0, kept: 1 });
  });

  test(`what a start serves is found by the next one, which has another build (${engine})`, async () => {
    const shop = await openShop({ engine, pays: false });
    const stylesheet = /\/static\/(css\/site-[^"]+)/.exec((await rawRequest(shop, "/storefront/")).text)?.[1] ?? "";
    expect(await archiveOf(shop).find(stylesheet)).toBeUndefined();

    await shop.shop.assets.keep();

    const kept = await archiveOf(shop).find(stylesheet);
    expect(kept?.identity.toString("latin1")).toBe((await rawRequest(shop, `/static/${stylesheet}`)).text);
    expect(kept?.br && kept.gzip).toBeDefined();
    expect(await archiveOf(shop).find("islands/entry.js")).toBeUndefined();
  });
}

test("builds stay for 14 days after they were last served, three at least, and 200 at most", () => {
  const served = (days: readonly number[]) => days.map((ago) => ({ build: `${ago}`, servedAt: 100 * day - ago * day }));
  expect(expiredBuilds(served([90, 80, 70]), 100 * day)).toEqual([]);
  expect(expiredBuilds(served([1, 2, 3, 13.9, 14.1, 90]), 100 * day)).toEqual(["14.1", "90"]);
  const many = Array.from({ length: 210 }, (_, at) => at / 210);
  expect(expiredBuilds(served(many), 100 * day)).toHaveLength(10);
});

test("no name but that of a built file reaches the folder", () => {
  for (const path of ["css/site-I2SNTXBE.css", "islands/shared-32JPLFPC.js", "fonts/newsreader-display-a84b5061.woff2"])
    expect([path, isNamedByContent(path)]).toEqual([path, true]);
  for (const path of [
    "../store-12345678.db",
    "islands/../../secret-12345678.js",
    "islands/..-12345678.js",
    ".hidden-12345678.js",
    "/etc/x-12345678.js",
    "islands//x-12345678.js",
    "islands\\x-12345678.js",
    "islands/%2e%2e-12345678.js",
    "islands/x-12345678.js\0",
    "islands/entry.js",
    `${"x".repeat(200)}-12345678.js`,
  ])
    expect([path, isNamedByContent(path)]).toEqual([path, false]);
});

test("a file that a crash cut short is not served, and the next start mends it", async () => {
  const shop = await openShop({ pays: false });
  await archiveOf(shop).add("other", filesOf(earlier), 0);
  await truncate(join(shop.directory, "assets/files", earlier), 100);

  expect((await rawRequest(shop, `/static/${earlier}`)).status).toBe(404);

  await archiveOf(shop).add("other", filesOf(earlier), 0);
  expect((await rawRequest(shop, `/static/${earlier}`)).status).toBe(200);
});

test("a shop whose files cannot be kept says so and serves its own", async () => {
  const shop = await openShop({ pays: false });
  await writeFile(join(shop.directory, "assets"), "no folder");

  await shop.shop.assets.keep();

  expect(shop.log.filter((line) => line.includes("files could not be kept"))).toHaveLength(1);
  const stylesheet = /\/static\/css\/site-[^"]+/.exec((await rawRequest(shop, "/storefront/")).text)?.[0] ?? "";
  expect((await rawRequest(shop, stylesheet)).status).toBe(200);
  expect((await rawRequest(shop, `/static/${earlier}`)).status).toBe(404);
});

test("the loader's address is asked for again at each use, and costs nothing when it is the same", async () => {
  const shop = await openShop({ pays: false });
  const first = await rawRequest(shop, "/static/islands/entry.js");
  expect(first.headers.get("cache-control")).toBe("no-cache");
  const headers = { "if-none-match": first.headers.get("etag") ?? "" };
  expect((await rawRequest(shop, "/static/islands/entry.js", { headers })).status).toBe(304);
});
