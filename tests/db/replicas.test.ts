import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { productPath } from "../../server/catalog/paths.ts";
import { watched } from "../../server/db/migrations/001-base/watched.ts";
import { watchedCollections } from "../../server/db/migrations/014-collections.ts";
import { cards, shopperAt } from "../payments/shopper.ts";
import { frozenLine } from "../support/frozen-line.ts";
import { freshPostgresDatabase, inDatabase, startPostgres } from "../support/postgres.ts";
import { openShop } from "../support/shop.ts";
import { startReplica } from "../support/streaming-replica.ts";

const timeout = 180_000;
const until = (look: () => Promise<void> | void) => vi.waitFor(look);

let server: Awaited<ReturnType<typeof startPostgres>>;
let replica: Awaited<ReturnType<typeof startReplica>>;

beforeAll(async () => {
  server = await startPostgres({ wal_keep_size: "256MB", max_wal_senders: "4" });
  replica = await startReplica(server);
}, timeout);

afterAll(async () => {
  await replica.stop();
  await server.stop();
});

/** The tables whose rows appear on pages for everybody. */
const pageTables = new Set([
  ...Object.keys(watched),
  ...Object.keys(watchedCollections),
  ...["product_paper", "product_search", "site_text"],
]);
const nameOn = async (url: string) =>
  (await inDatabase(url, (client) => client.query("SELECT name FROM product WHERE id = 'p-1'"))).rows[0]?.name;

/**
 * A shop that reads pages from the replica; `through` maps the replica's address to another one.
 */
async function replicatedShop(through = (url: string) => url) {
  const { url, drop } = await freshPostgresDatabase(server.url);
  const database = new URL(url).pathname.slice(1);
  const onReplica = replica.url(database);
  const shop = await openShop({ env: { DATABASE_URL: url, DATABASE_REPLICA_URL: through(onReplica), METRICS_PORT: "9464" } });
  onTestFinished(drop);
  const reads = async () => {
    const line = (await shop.metrics?.scrape())
      ?.split("\n")
      .find((each) => each.startsWith("storefront_database_replica_reads_total"));
    return Number(line?.split(" ")[1]);
  };
  const page = async (n: number) => {
    const answer = await fetch(`${shop.url}${productPath(`product-${n}`)}`);
    return [answer.status, await answer.text()] as const;
  };
  const logged = (words: string) => until(() => expect(shop.log.join("")).toContain(words));
  const rename = (name: string) => shop.shop.db.updateTable("product").set({ name }).where("id", "=", "p-1").execute();
  await logged("pages are read from a replica");
  await until(async () => expect(await nameOn(onReplica)).toBeDefined());
  /** Resolves when the replica answers the reads of pages. */
  const answers = async () => {
    const counted = await reads();
    await until(async () => {
      const name = `After ${await reads()} ${performance.now()}`;
      await rename(name);
      await until(async () => expect(await nameOn(onReplica)).toBe(name));
      expect((await page(1))[1]).toContain(name);
      expect(await reads()).toBeGreaterThan(counted);
    });
  };
  return { shop, reads, page, rename, logged, answers, url, onReplica };
}

test("pages are read from a replica, and each shows the change that was made before it", { timeout }, async () => {
  const { page, rename, answers } = await replicatedShop();
  await answers();

  for (let n = 0; n < 40; n += 1) {
    await rename(`Name ${n}`);
    expect((await page(1))[1]).toContain(`Name ${n}`);
  }
});

test("a replica fills no page before it holds what has changed, and the primary answers meanwhile", { timeout }, async () => {
  const { reads, page, rename, answers, url, onReplica } = await replicatedShop();
  await answers();
  const before = await nameOn(onReplica);
  await replica.pause();
  onTestFinished(replica.resume);

  await rename("Changed here");
  const counted = await reads();
  expect((await page(1))[1]).toContain("Changed here");
  await inDatabase(url, (client) => client.query("UPDATE product SET name = 'Changed elsewhere' WHERE id = 'p-1'"));
  await until(async () => expect((await page(1))[1]).toContain("Changed elsewhere"));
  for (let n = 0; n < 10; n += 1) {
    await rename(`Name ${n}`);
    expect((await page(1))[1]).toContain(`Name ${n}`);
  }
  expect(await nameOn(onReplica)).toBe(before);
  expect(await reads()).toBe(counted);

  await replica.resume();
  await answers();
});

test("a replica that is killed is told of in the log, costs no page, and is read again once it is back", {
  timeout,
}, async () => {
  const { shop, page, rename, logged, answers } = await replicatedShop();
  await answers();

  await replica.kill();
  for (const n of [2, 3]) expect((await page(n))[0]).toBe(200);
  await rename("While it is away");
  expect(await page(1)).toEqual([200, expect.stringContaining("While it is away")]);
  await logged("it does not respond");
  expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);

  await replica.start();
  await answers();
});

test("a replica that freezes in the middle of a page leaves it to the primary", { timeout }, async () => {
  const line = await frozenLine(replica.url("postgres"));
  const { page, logged, answers } = await replicatedShop((url) => {
    const through = new URL(url);
    through.host = new URL(line.url).host;
    return through.href;
  });
  onTestFinished(line.end);
  await answers();

  line.freeze();
  const pages = await Promise.all([2, 3].map(page));
  expect(pages.map(([status]) => status)).toEqual([200, 200]);
  await logged("it does not respond");
  line.thaw();
});

test("carts, payments, orders and sessions are never read from a replica", { timeout }, async () => {
  const { shop, page, answers, onReplica } = await replicatedShop();
  await answers();

  const shopper = await shopperAt(shop);
  expect((await shopper.pay(cards.good)).status).toBe(200);
  await shop.browser().get("/storefront/cart/");
  await shop.browser().get("/staff/");
  await shop.runJobs();
  await page(2);
  expect(await shop.shop.db.selectFrom("orders").select("id").execute()).toHaveLength(1);

  expect(await nameOn(onReplica)).toBeDefined();
  const asked = new Set([...replica.statements().matchAll(/(?:from|join) "(\w+)"/gi)].map(([, table]) => table));
  expect(asked).toContain("product");
  expect([...asked].filter((table) => !pageTables.has(table ?? ""))).toEqual([]);
});

test("an address that leads to no replica of the database is named, and not read", { timeout }, async () => {
  const other = await freshPostgresDatabase(server.url);
  onTestFinished(other.drop);
  const { url, drop } = await freshPostgresDatabase(server.url);
  onTestFinished(drop);
  const addresses = [url, other.url].join(",");
  const shop = await openShop({ env: { DATABASE_URL: url, DATABASE_REPLICA_URL: addresses }, pays: false });

  await until(() => {
    const lines = shop.log.join("");
    expect(lines).toContain("it is no replica, or not any more");
    expect(lines).toContain("it is no replica of the database that DATABASE_URL names");
  });
  expect((await fetch(`${shop.url}${productPath("product-1")}`)).status).toBe(200);
});
