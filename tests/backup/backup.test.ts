import { createWriteStream } from "node:fs";
import { mkdir, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip, gunzipSync } from "node:zlib";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { readArchive, tarOf } from "../../server/backup/archive.ts";
import { backupCommand } from "../../server/cli/backup.ts";
import { restoreCommand } from "../../server/cli/restore.ts";
import type { Db } from "../../server/db/tables.ts";
import { findBreaches } from "../../server/payments/invariants.ts";
import { reconcile } from "../../server/payments/reconcile.ts";
import { refuseUncompared } from "../../server/payments/restored.ts";
import { acceptOrphans, openOrphans } from "../../server/payments/sweep/decide.ts";
import { sweepNow } from "../../server/payments/sweep/sweep.ts";
import { release } from "../../server/release.ts";
import { typeCommand } from "../cli/type-command.ts";
import { expectInOrder, shopperAt } from "../payments/shopper.ts";
import { type Engine, engines, openShop, type TestShop } from "../support/shop.ts";
import { allRows, keptRows, newPath } from "./backed-up-tables.ts";

const emptyShop = (engine: Engine, env: Record<string, string> = {}) => openShop({ engine, products: "none", pays: false, env });

const done = (out: unknown = expect.any(String)) => ({ status: 0, err: "", out });

async function putFile({ directory }: TestShop, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(directory, path)), { recursive: true });
  await writeFile(join(directory, path), text);
}

const fileIn = ({ directory }: TestShop, path: string): Promise<string | undefined> =>
  readFile(join(directory, path), "utf8").catch(() => undefined);

/** The addresses of the products that a search finds. */
async function found(shop: TestShop): Promise<string[]> {
  const { text } = await shop.browser().get("/storefront/collections/?q=lemon");
  const hrefs = text.match(/\/storefront\/products\/[\w-]+/g) ?? [];
  expect(hrefs.length).toBeGreaterThan(0);
  return [...new Set(hrefs)].sort();
}

/** Writes a backup with one more table than its manifest names. */
async function addTable(path: string, to: string): Promise<void> {
  async function* entries() {
    yield { path: "tables/stranger/0000001.ndjson", bytes: Buffer.from("{}\n") };
    yield* readArchive(path);
  }
  await pipeline(tarOf(entries(), 0), createGzip(), createWriteStream(to));
}

const picture = `media/${"ab".repeat(16)}-320.webp`;
const avatar = `media/avatars/${"cd".repeat(16)}.webp`;
const asset = "assets/files/static/site-12345678.css";

describe.each(engines)("npm run store -- backup, on %s", (engine) => {
  test("a backup has all rows and files, also for the other engine, and no secret", async () => {
    const source = await openShop({ engine, products: "demo", pays: false });
    for (const path of [picture, avatar, asset]) await putFile(source, path, path);
    await putFile(source, `${picture}.tmp`, "unfinished");
    const path = await newPath();

    expect(await typeCommand(source, backupCommand, path)).toEqual(
      done(expect.stringMatching(/\d+ products, 1 customer, .* files\.$/)),
    );

    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const whole = gunzipSync(await readFile(path));
    expect(whole.includes(source.shop.config.sessionSecret)).toBe(false);
    expect(whole.includes(`"version": "${release}"`)).toBe(true);
    const restored = await emptyShop(engine === "sqlite" ? "postgres" : "sqlite");
    expect(await typeCommand(restored, restoreCommand, path)).toEqual(done());
    expect(await keptRows(restored.shop.db)).toEqual(await keptRows(source.shop.db));
    expect(await refuseUncompared(restored.shop.db)).toMatchObject({ ok: false });
    expect(await found(restored)).toEqual(await found(source));
    expect([await fileIn(restored, picture), await fileIn(restored, avatar)]).toEqual([picture, avatar]);
    expect(await fileIn(restored, `${picture}.tmp`)).toBeUndefined();
    // Only SQLite keeps files of earlier builds in a folder.
    expect(await fileIn(restored, asset)).toBeUndefined();
    // Later writes are checked as before.
    await expect(restored.shop.db.updateTable("variant").set({ product_id: "none" }).execute()).rejects.toThrow(/foreign key/i);
  });

  test("a shop that is being bought from is restored as it was at one moment, and returns no money by itself", async () => {
    const source = await openShop({ engine, stock: { "v-2": 1000 } });
    const buy = async () => expect((await (await shopperAt(source)).pay()).status).toBe(200);
    for (let n = 0; n < 5; n++) await buy();
    const before = (await source.shop.db.selectFrom("orders").select("id").execute()).map(({ id }) => id);
    const path = await newPath();
    let isWriting = true;
    const buying = Promise.all(
      [1, 2, 3].map(async () => {
        while (isWriting) await buy();
      }),
    );
    expect(await typeCommand(source, backupCommand, path)).toEqual(done());
    isWriting = false;
    await buying;
    await buy();
    await source.runJobs();
    await expectInOrder(source);

    const restored = await emptyShop(engine);
    expect(await typeCommand(restored, restoreCommand, path)).toEqual(done());
    const { db } = restored.shop;
    const shop = { ...restored.shop, gateway: source.shop.gateway };
    restored.pass(3_600_000);
    await reconcile(shop);
    expect(await findBreaches(db)).toEqual([]);
    const orders = (await db.selectFrom("orders").select("id").execute()).map(({ id }) => id);
    expect(orders).toEqual(expect.arrayContaining(before));
    // I14: the lost orders' numbers are not used again.
    const numberOf = async (of: TestShop) =>
      (await of.shop.db.selectFrom("counter").select("value").where("name", "=", "order").executeTakeFirstOrThrow()).value;
    expect(await numberOf(restored)).toBeGreaterThan(await numberOf(source));

    // K9: payments after the backup are reported and left alone.
    const kept = await shop.gateway.list({ since: 0, until: Number.MAX_SAFE_INTEGER });
    expect(await sweepNow(shop)).toMatchObject({ status: "swept", suspended: true, returning: [] });
    expect((await openOrphans(db)).length).toBeGreaterThan(0);
    expect((await sweepNow(shop)) as object).toMatchObject({ suspended: true, returning: [] });
    expect(await shop.gateway.list({ since: 0, until: Number.MAX_SAFE_INTEGER })).toEqual(kept);
    expect(await refuseUncompared(db)).toMatchObject({ ok: false });
    await acceptOrphans(db, shop.now());
    expect(await sweepNow(shop)).toMatchObject({ suspended: false });
    expect(await refuseUncompared(db)).toBeUndefined();
    expect(await findBreaches(db)).toEqual([]);
  });

  test("a damaged, cut-off, later, or foreign file is refused in words, and nothing is changed", async () => {
    const source = await openShop({ engine, pays: false });
    const restored = await emptyShop(engine);
    const { db } = restored.shop;
    const was = await allRows(db);
    const path = await newPath();
    await putFile(source, picture, "a picture");
    await typeCommand(source, backupCommand, path);
    const bytes = await readFile(path);
    const refused = async (file: string, words: string) => {
      expect(await typeCommand(restored, restoreCommand, file)).toEqual({
        status: 1,
        out: "",
        err: expect.stringContaining(words),
      });
      expect(await allRows(db)).toEqual(was);
      expect(await fileIn(restored, picture)).toBeUndefined();
    };

    const changed = Buffer.from(bytes);
    changed[changed.length >> 1] = (changed[changed.length >> 1] ?? 0) ^ 0x40;
    await writeFile(path, changed);
    await refused(path, "is damaged, or is no backup");
    await writeFile(path, bytes);
    await truncate(path, bytes.length - 100);
    await refused(path, "is damaged, or is no backup");
    await writeFile(path, "no backup at all");
    await refused(path, "is damaged, or is no backup");
    await refused(`${path}.none`, "there is no file");

    await writeFile(path, bytes);
    await addTable(path, `${path}.more`);
    await refused(`${path}.more`, "is damaged, or is no backup");

    await sql`INSERT INTO kysely_migration (name, timestamp) VALUES ('999-later', '2030-01-01')`.execute(source.shop.db);
    await typeCommand(source, backupCommand, `${path}.later`);
    await sql`DELETE FROM kysely_migration WHERE name = '999-later'`.execute(source.shop.db);
    await refused(`${path}.later`, "holds a database that a later release had changed (999-later): restore it with that release");
  });

  test("a shop of its own is replaced only when told, as a whole, and kept when a row is refused", async () => {
    const source = await openShop({ engine, pays: false });
    const other = await openShop({ engine, products: "demo", pays: false });
    const path = await newPath();
    await putFile(source, asset, "of an earlier build");
    await typeCommand(source, backupCommand, path);
    const rows = await keptRows(source.shop.db);
    await putFile(other, picture, "another shop's");
    const was = await allRows(other.shop.db);

    expect(await typeCommand(other, restoreCommand, path)).toMatchObject({
      status: 1,
      err: expect.stringContaining("--replace"),
    });
    expect(await allRows(other.shop.db)).toEqual(was);
    expect(await fileIn(other, picture)).toBe("another shop's");

    // The backup contains a row that no table accepts. Everything dropped and written before that
    // row is restored.
    const broken = await newPath();
    const { db } = source.shop;
    const [fresh] = await db.selectFrom("product").selectAll().limit(1).execute();
    await breakKeys(db, engine, fresh?.id ?? "");
    await typeCommand(source, backupCommand, broken);
    expect(await typeCommand(other, restoreCommand, `${broken} --replace`)).toMatchObject({
      status: 1,
      err: expect.stringContaining("was left as it was"),
    });
    expect(await allRows(other.shop.db)).toEqual(was);

    expect(await typeCommand(other, restoreCommand, `${path} --replace`)).toEqual(done());
    expect(await keptRows(other.shop.db)).toEqual(rows);
    expect(await fileIn(other, picture)).toBeUndefined();
    expect(await fileIn(other, asset)).toBe(engine === "sqlite" ? "of an earlier build" : undefined);
  });

  test("a file that exists is never replaced, and wrong use is told", async () => {
    const shop = await emptyShop(engine);
    const path = await newPath();
    await writeFile(path, "kept");
    expect(await typeCommand(shop, backupCommand, path)).toMatchObject({
      status: 1,
      err: expect.stringContaining("exists already"),
    });
    expect(await readFile(path, "utf8")).toBe("kept");
    expect(await typeCommand(shop, backupCommand, `${dirname(path)}/none/x`)).toMatchObject({
      status: 1,
      err: expect.stringContaining("no such folder"),
    });
    for (const command of [backupCommand, restoreCommand]) {
      expect(await typeCommand(shop, command, "")).toMatchObject({ status: 2 });
      expect(await typeCommand(shop, command, "a b")).toMatchObject({ status: 2 });
      expect(await typeCommand(shop, command, "a --no")).toMatchObject({ status: 2 });
    }
  });
});

/** Writes a variant without its product, bypassing the database's constraints. */
async function breakKeys(db: Db, engine: Engine, product: string): Promise<void> {
  if (engine === "sqlite") await sql`PRAGMA foreign_keys = OFF`.execute(db);
  else await sql`ALTER TABLE variant DROP CONSTRAINT variant_product_id_fkey`.execute(db);
  await sql`UPDATE variant SET product_id = 'none' WHERE product_id = ${product}`.execute(db);
}
