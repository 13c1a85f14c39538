import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from "kysely";
import { expect, test } from "vitest";
import type { Db } from "../../server/db/tables.ts";
import { expiries } from "../../server/expiries.ts";
import { type Period, retention } from "../../server/retention.ts";
import { openShop, type TestShop } from "../support/shop.ts";
import { ageingRows } from "./ageing-rows.ts";

/** The different statements that `act` runs. */
async function statementsOf({ shop }: TestShop, act: (db: Db) => Promise<unknown>): Promise<CompiledQuery[]> {
  const statements = new Map<string, CompiledQuery>();
  const executor = shop.db.getExecutor();
  const compile = (node: RootOperationNode) => executor.compileQuery(node, { queryId: "plan" });
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      const compiled = compile(node);
      statements.set(compiled.sql, compiled);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  // `transact` calls `withoutPlugins` before it starts a transaction, so this replacement adds the
  // plugin again.
  const db = Object.assign(shop.db.withPlugin(plugin), { withoutPlugins: () => shop.db.withoutPlugins().withPlugin(plugin) });
  await act(db);
  return [...statements.values()];
}

/**
 * The lines of a statement's query plan that read too much: a table or an index that is read
 * completely, an index that SQLite builds for this query, or rows that are sorted for each batch.
 */
async function wholeReads({ shop }: TestShop, { sql, parameters }: CompiledQuery): Promise<string[]> {
  if (!/^\s*(select|update|delete|with)/i.test(sql)) return [];
  const { rows } = await shop.db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`EXPLAIN QUERY PLAN ${sql}`, [...parameters]),
  );
  const details = rows.map(({ detail }) => detail);
  return details.filter((detail) => /^SCAN (?!CONSTANT|\d|emptied$)|AUTOMATIC|B-TREE FOR ORDER BY/.test(detail));
}

/** The shop stores at most 500 kinds of reports. */
const periods = (Object.keys(retention) as Period[]).filter((period) => period !== "policyReport");

test("what a period has ended for is found by an index, and nothing else is read for it", async () => {
  const shop = await openShop({ engine: "sqlite", pays: false, env: { ANONYMIZE_ORDERS_AFTER_DAYS: "180" } });
  const at = shop.shop.now();
  const found: Record<string, string[]> = {};

  for (const period of periods) {
    await ageingRows[period].write(shop, { rows: 20, at, name: `${period}-` });
    const ended = at + shop.shop.config.retention[period] + 1000;
    for (const statement of await statementsOf(shop, (db) => expiries[period]({ ...shop.shop, db }, ended))) {
      const reads = await wholeReads(shop, statement);
      if (reads.length > 0) found[`${period}: ${statement.sql.slice(0, 200)}`] = reads;
    }
  }

  expect(found).toEqual({});
});
