import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { KyselyPlugin } from "kysely";
import { describe, expect, test } from "vitest";
import { batchRows } from "../../server/db/batches.ts";
import type { Db } from "../../server/db/tables.ts";
import { expiries } from "../../server/expiries.ts";
import { type Period, retention } from "../../server/retention.ts";
import { isProof, often } from "../support/long-form.ts";
import { type Engine, engines, openShop, type TestShop } from "../support/shop.ts";
import { ageingRows } from "./ageing-rows.ts";

const periods = Object.keys(retention) as Period[];
/** More than one batch; in the long form, more than one run. */
const rowsOn: Record<Engine, number> = {
  sqlite: often(batchRows + 100, 1_000_000),
  postgres: often(batchRows + 100, 250_000),
};

/** The database, with a report of how many rows each statement changed. */
function watched(db: Db, report: (changed: number) => void): Db {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      report(Number(result.numAffectedRows ?? 0));
      return result;
    },
  };
  // `transact` calls `withoutPlugins` before it starts a transaction, so this replacement adds the
  // plugin again.
  return Object.assign(db.withPlugin(plugin), { withoutPlugins: () => db.withoutPlugins().withPlugin(plugin) });
}

/** Requests the cart until `isOver`; resolves with the number of answers and the longest time. */
async function keepAsking(shop: TestShop, isOver: () => boolean): Promise<{ answers: number; longest: number }> {
  const browser = shop.browser();
  browser.jar.set("checkoutId", "0".repeat(32));
  let [answers, longest] = [0, 0];
  while (!isOver()) {
    const began = performance.now();
    expect((await browser.get("/storefront/cart/")).status).toBe(200);
    longest = Math.max(longest, performance.now() - began);
    answers += 1;
    await yieldToEventLoop();
  }
  return { answers, longest };
}

type Seen = {
  /** the number of rows left shortly before the end, and after it */
  before: number;
  after: number;
  /** whether each statement changed at most a batch */
  isBatched: boolean;
};

const rowsOf = (engine: Engine, period: Period): number => Math.min(rowsOn[engine], ageingRows[period].most ?? rowsOn[engine]);

/**
 * Writes old rows, whose period begins at `at`, and young rows, whose period begins when the old
 * rows' period ends. Returns the number of young rows that `left` counts, which is one for each
 * table concerned.
 */
async function writeRows(shop: TestShop, period: Period, at: number): Promise<number> {
  const { write, left } = ageingRows[period];
  await write(shop, { rows: 1, at: at + shop.shop.config.retention[period], name: `${period}-young-` });
  const young = await left(shop);
  await write(shop, { rows: rowsOf(shop.shop.engine, period), at, name: `${period}-old-` });
  return young;
}

/**
 * Runs the expiry of rows written at `at` shortly before their period's end and after it, until
 * only the young rows are left.
 */
async function expireAround(shop: TestShop, period: Period, at: number, young: number): Promise<Seen> {
  const { left } = ageingRows[period];
  const ends = at + shop.shop.config.retention[period];
  let largest = 0;
  const db = watched(shop.shop.db, (changed) => {
    largest = Math.max(largest, changed);
  });
  const expire = (now: number) => expiries[period]({ ...shop.shop, db }, now);
  await expire(ends - 1000);
  const before = await left(shop);
  // A run ends after some batches: a million rows take ten runs.
  for (let runs = 0; runs < 11 && (await left(shop)) > young; runs++) await expire(ends + 1000);
  return { before, after: await left(shop), isBatched: largest <= batchRows };
}

/** The number of tables that a period concerns, if more than one. */
const tablesOf: Partial<Record<Period, number>> = { completedCheckout: 2, requestKey: 3, socialSignIn: 2 };

function expectedOf(engine: Engine, period: Period): Seen {
  const tables = tablesOf[period] ?? 1;
  return { before: tables * (rowsOf(engine, period) + 1), after: tables, isBatched: true };
}

/** Runs the expiry while a customer keeps requesting the cart, in the long form. */
async function expireWhileAsked(shop: TestShop, period: Period): Promise<Seen> {
  const at = shop.shop.now();
  const young = await writeRows(shop, period, at);
  const began = performance.now();
  let isOver = false;
  const asking = isProof ? keepAsking(shop, () => isOver) : undefined;
  const seen = await expireAround(shop, period, at, young).finally(() => {
    isOver = true;
  });
  const asked = await asking;
  if (!asked) return seen;
  const [answers, longest, seconds] = [asked.answers, Math.round(asked.longest), Math.round((performance.now() - began) / 1000)];
  console.log(`${period}: ${seen.before} rows in ${seconds} s, meanwhile ${answers} answers, the longest in ${longest} ms`);
  // Both a request and a batch need some turns of the event loop. So the number of answers must
  // grow with the number of batches: at least one answer for 40 batches.
  expect(answers).toBeGreaterThan(seen.before / batchRows / 40);
  return seen;
}

test("every period has something that ends it, and rows to test it with", () => {
  expect(Object.keys(expiries)).toEqual(periods);
  expect(Object.keys(ageingRows)).toEqual(periods);
});

describe.each(engines)("on %s", { timeout: 7_200_000 }, (engine) => {
  test("what a period is about is there until its end and not longer, and no statement changes more than a batch", async () => {
    // An unlimited period never ends.
    const shop = await openShop({ engine, pays: false, env: { ANONYMIZE_ORDERS_AFTER_DAYS: "180" } });
    const found: Partial<Record<Period, Seen>> = {};

    for (const period of periods) found[period] = await expireWhileAsked(shop, period);

    expect(found).toEqual(Object.fromEntries(periods.map((period) => [period, expectedOf(engine, period)])));
  });
});
