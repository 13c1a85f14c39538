import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "../../server/config.ts";
import { clockOf } from "../../server/db/changes/tracked-results.ts";
import type { Db } from "../../server/db/tables.ts";
import { transact } from "../../server/db/transaction.ts";
import type { Frontend } from "../../server/frontend.ts";
import { type OpenShop, openShop } from "../../server/open.ts";
import { type Engine, engines, prepareDatabase } from "../support/database.ts";
import { type Draws, drawsOf, seedOfRun } from "../support/draws.ts";
import { often } from "../support/long-form.ts";
import { sharedFrontend } from "../support/shop.ts";
import { findSubjects, type Subjects, visibleChanges } from "./visible-changes.ts";

// Timers would recount values, and so change a page between two looks at it.
vi.mock("../../server/jobs/queue.ts", () => ({
  openJobQueue: () => ({ notifyWorker: () => {}, stop: async () => {}, run: async () => {} }),
}));
vi.mock("../../server/schedule.ts", () => ({ jobWorkers: () => ({}), startTimers: () => async () => {} }));

type Served = OpenShop & { url: string };

/**
 * Two shops on one database and one clock. `cached` keeps pages; `fresh` makes every page from
 * newly read data.
 */
async function openPair(engine: Engine) {
  const directory = await mkdtemp(join(tmpdir(), "shop-"));
  const database = await prepareDatabase(engine, directory, "demo");
  const config = readConfig({
    DATA_DIR: directory,
    SEED: "none",
    ...(database.url && { DATABASE_URL: database.url }),
  });
  let now = Date.now();
  let revision = 0;
  const open = async (frontend: Frontend): Promise<Served> => {
    const lines = { write: () => {} };
    const shop = await openShop(config, {
      gateway: { adapter: "http" as const, url: "http://127.0.0.1:9", secret: "none" },
      publicUrl: "http://shop.test",
      now: () => now,
      log: { logger: pino({ level: "silent" }), lines },
      frontend,
    });
    await new Promise<void>((resolve) => shop.server.listen(0, "127.0.0.1", resolve));
    return { ...shop, url: `http://127.0.0.1:${(shop.server.address() as AddressInfo).port}` };
  };
  const frontend = await sharedFrontend(false);
  const cached = await open(frontend);
  const fresh = await open({ ...frontend, development: { revision: () => ++revision, answer: () => false } });
  onTestFinished(async () => {
    for (const { server, close } of [cached, fresh]) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await close();
    }
    await database.giveBack();
    await rm(directory, { recursive: true, force: true });
  });
  const pass = (ms: number) => {
    now += ms;
  };
  return { cached, fresh, pass, now: () => now };
}

async function read({ url }: Served, path: string): Promise<string> {
  const answer = await fetch(url + path, { redirect: "manual" });
  return `${answer.status} ${await answer.text()}`;
}

/** The difference between two texts; empty if they are equal. */
function differenceOf(shown: string, made: string): string {
  let at = 0;
  while (at < made.length && shown[at] === made[at]) at += 1;
  return shown === made ? "" : `${shown.slice(at - 60, at + 60)} instead of ${made.slice(at - 60, at + 60)}`;
}

async function readFresh(shop: Served, path: string): Promise<string> {
  // On PostgreSQL this shop hears of a change only later. Requesting a page makes it read the
  // changes now.
  await read(shop, "/storefront/pages/none/");
  clockOf(shop.shop.db)?.apply(undefined);
  return await read(shop, path);
}

async function addressesOf(db: Db, draws: Draws, { categories, variants, pages }: Subjects): Promise<string[]> {
  const slugs = (await db.selectFrom("product").select("slug").orderBy("id").execute()).map(({ slug }) => slug);
  const named = await db.selectFrom("category").select("slug").where("id", "in", categories).execute();
  const picks = await db
    .selectFrom("attribute_value as v")
    .innerJoin("attribute as a", "a.id", "v.attribute_id")
    .select(["a.slug as attribute", "v.slug as value"])
    .orderBy("v.id")
    .limit(3)
    .execute();
  const [word = ""] = slugs[0]?.split("-") ?? [];
  const products = Array.from({ length: 12 }, () => `/storefront/products/${draws.one(slugs)}/`);
  const listing = "/storefront/collections/";
  return [
    ...["/storefront/", "/storefront/?ship_to=TX", "/storefront/seeds/", "/storefront/apparel/?ship_to=ID"],
    ...[listing, `${listing}?page=2`, `${listing}?order=price`, `${listing}?order=-price&ship_to=TX`, `${listing}?order=name`],
    ...[`${listing}?q=${word}`, `${listing}?q=made`, `${listing}?q=zenith`, `${listing}?q=nothing-at-all`],
    ...[`${listing}?in_stock=1`, `${listing}?price_min=5&price_max=20`, `${listing}summer/`],
    ...named.map(({ slug }) => `${listing}?categories=${slug}`),
    ...picks.map(({ attribute, value }) => `${listing}?attributes=${attribute}:${value}`),
    ...products,
    ...products.slice(0, 3).map((path) => `${path}?ship_to=TX&reviews_order_by=highest`),
    ...pages.slice(0, 3).map((slug) => `/storefront/pages/${slug}/`),
    `/storefront/api/offers?variantId=${draws.one(variants)}&variantId=${draws.one(variants)}&variantId=none`,
  ];
}

describe.each(engines)("pages in memory on %s", (engine) => {
  test("are what they would be if they were made now, whatever has changed", {
    timeout: often(600_000, 1_800_000),
  }, async () => {
    const draws = drawsOf(seedOfRun());
    const { cached, fresh, pass, now } = await openPair(engine);
    const { db } = cached.shop;
    const subjects = await findSubjects(db);
    const addresses = await addressesOf(db, draws, subjects);
    const history: string[] = [];
    const expectSame = async (path: string) => {
      // The second answer comes from memory, without Express.
      const [first, second] = [await read(cached, path), await read(cached, path)];
      const made = await readFresh(fresh, path);
      const where = `seed ${draws.seed}, ${path} after ${history.join(", ")}`;
      expect([where, differenceOf(first, made), differenceOf(second, made)]).toEqual([where, "", ""]);
    };
    for (const path of addresses) await read(cached, path);
    for (let step = 0; step < often(20, 1500); step++) {
      const names = Array.from({ length: 1 + draws.below(3) }, () => draws.one(Object.keys(visibleChanges)));
      const change = async (writer: Db) => {
        for (const name of names) await visibleChanges[name]?.(writer, draws, subjects, now());
      };
      if (draws.below(2) === 0) await change(db);
      else await transact(db, (tx) => change(tx as unknown as Db));
      history.push(names.join(" and "));
      if (draws.below(6) === 0) {
        pass(3_600_000);
        history.push("an hour");
      }
      for (let at = 0; at < 3; at++) await expectSame(draws.one(addresses));
    }
    for (let at = 0; at < often(15, 400); at++) await expectSame(draws.one(addresses));
  });
});
