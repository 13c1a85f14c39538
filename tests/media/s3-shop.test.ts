import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, onTestFinished, test } from "vitest";
import { backupCommand } from "../../server/cli/backup.ts";
import { customerCommand } from "../../server/cli/customer.ts";
import { restoreCommand } from "../../server/cli/restore.ts";
import { pictureSources } from "../../server/media/sources.ts";
import { storePicture } from "../../server/media/store-picture.ts";
import { typeCommand } from "../cli/type-command.ts";
import { shopWithCustomer, signIn } from "../identity/customer-fixture.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { openS3 } from "../support/s3.ts";
import { openSecondShop } from "../support/second-shop.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { photograph } from "./pictures.ts";

async function openBucket() {
  const server = await openS3();
  onTestFinished(server.close);
  return server;
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "shop-other-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function signedIn(shop: TestShop): Promise<TestBrowser> {
  const customer = shop.browser();
  await signIn(customer);
  return customer;
}

const jpeg = (background: string) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .jpeg()
    .toBuffer();

async function upload(customer: TestBrowser, url: string, bytes: Buffer) {
  const body = new FormData();
  body.append("avatar", new Blob([new Uint8Array(bytes)], { type: "image/jpeg" }), "me.jpg");
  const headers = { cookie: customer.cookie, "x-csrftoken": await customer.token() };
  const answer = await fetch(`${url}/storefront/api/customers/avatar`, { method: "POST", body, headers });
  return { status: answer.status, body: (await answer.json()) as { url?: string; error?: string; code?: string } };
}

const status = async (url: string) => (await fetch(url)).status;

describe.each(engines)("a shop on %s with its pictures in S3", (engine) => {
  test("shows a customer's picture in every process, whatever its folder, until it is replaced or removed", async () => {
    const { env: bucket } = await openBucket();
    const env = { ...bucket, SESSION_SECRET: "one secret for every process of the shop" };
    const shop = await shopWithCustomer({ engine, env });
    // On SQLite the folder also contains the database.
    const other = await openSecondShop(shop, { env: { ...env, ...(engine === "postgres" && { DATA_DIR: await newFolder() }) } });
    const customer = await signedIn(shop);
    const otherUrl = `http://127.0.0.1:${(other.server.address() as AddressInfo).port}`;

    const first = await upload(customer, shop.url, await jpeg("#f00"));
    expect(first.status).toBe(200);
    const shown = await fetch(otherUrl + first.body.url);
    expect([shown.status, shown.headers.get("cache-control")]).toEqual([200, "private, max-age=31536000, immutable"]);
    expect((await sharp(await shown.arrayBuffer()).metadata()).format).toBe("webp");
    const again = await fetch(otherUrl + first.body.url, { headers: { "If-None-Match": shown.headers.get("etag") ?? "" } });
    expect(again.status).toBe(304);

    const second = await upload(other.browserOf(customer), otherUrl, await jpeg("#00f"));
    // Either process may have taken the job that removes the first picture.
    await shop.runJobs();
    await expect.poll(() => shop.shop.media.list()).toEqual([second.body.url?.slice("/media/".length)]);
    expect([await status(otherUrl + first.body.url), await status(shop.url + first.body.url)]).toEqual([404, 404]);
    expect(await status(shop.url + second.body.url)).toBe(200);

    expect(await typeCommand(shop, customerCommand, "erase ann@example.com --confirm")).toMatchObject({ status: 0 });
    await shop.runJobs();
    await expect.poll(() => shop.shop.media.list()).toEqual([]);
    expect(await status(otherUrl + second.body.url)).toBe(404);
  });

  test("shows a product's picture in every size, and has all in a backup for a shop with a folder", async () => {
    const { env } = await openBucket();
    const shop = await openShop({ engine, pays: false, env });
    const stored = await storePicture(await photograph(700, 500).jpeg().toBuffer(), shop.shop.media);
    if (!stored.ok) throw new Error(stored.error);
    const { src, sources } = pictureSources({ kind: "stored", ...stored.value });
    const urls = [src, ...sources.flatMap(({ srcset }) => srcset.split(", ").map((each) => each.split(" ")[0] ?? ""))];
    expect(urls.length).toBe(7);
    for (const url of urls) {
      const answer = await fetch(shop.url + url);
      expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "public, max-age=31536000, immutable"]);
    }
    const path = join(await newFolder(), "shop.tar.gz");
    expect(await typeCommand(shop, backupCommand, path)).toMatchObject({ status: 0 });

    const inFolder = await openShop({ engine, products: "none", pays: false });
    expect(await typeCommand(inFolder, restoreCommand, path)).toMatchObject({ status: 0 });
    expect(await inFolder.shop.media.list()).toEqual(await shop.shop.media.list());
    const [folderBytes, bucketBytes] = [
      await inFolder.shop.media.read(stored.value.key),
      await shop.shop.media.read(stored.value.key),
    ];
    expect(folderBytes?.equals(bucketBytes ?? Buffer.of())).toBe(true);

    const { env: another } = await openBucket();
    const inBucket = await openShop({ engine, products: "none", pays: false, env: another });
    await inBucket.shop.media.write("avatars/left-over.webp", Buffer.from("another's"));
    expect(await typeCommand(inBucket, restoreCommand, path)).toMatchObject({ status: 0 });
    expect(await inBucket.shop.media.list()).toEqual(await shop.shop.media.list());
  });

  test("says so while the store is away, and neither pages nor sign-ins depend on it", async () => {
    const server = await openBucket();
    const shop = await shopWithCustomer({ engine, env: server.env });
    const customer = await signedIn(shop);
    const { body } = await upload(customer, shop.url, await jpeg("#f00"));
    await server.close();

    const picture = await fetch(shop.url + body.url);
    expect([picture.status, picture.headers.get("cache-control"), picture.headers.get("retry-after")]).toEqual([
      503,
      "no-store",
      "5",
    ]);
    const refused = await upload(customer, shop.url, await jpeg("#00f"));
    expect([refused.status, refused.body]).toEqual([
      503,
      expect.objectContaining({ code: "unavailable", error: "We can’t store images right now. Please try again in a minute." }),
    ]);
    // The existing picture stays.
    expect((await customer.get("/storefront/dashboard/profile/")).text).toContain(`<img src="${body.url}"`);
    expect(await storePicture(await jpeg("#0f0"), shop.shop.media)).toMatchObject({ ok: false, code: "unavailable" });
    expect([await status(`${shop.url}/storefront/`), await status(`${shop.url}/readyz`)]).toEqual([200, 200]);
    const path = join(await newFolder(), "shop.tar.gz");
    expect(await typeCommand(shop, backupCommand, path)).toMatchObject({
      status: 3,
      err: expect.stringContaining("Nothing was written"),
    });
    expect(shop.log.join("")).not.toMatch(/TESTKEYID|TESTSECRET|Signature=/);
  });
});
