import { expect, test } from "vitest";
import { shopperAt } from "../payments/shopper.ts";
import { inDatabase } from "../support/postgres.ts";
import { openShop, type TestShop } from "../support/shop.ts";

/** The number of connections to the shop's database; one of them listens for changes. */
const connectionsTo = (shop: TestShop): Promise<number> =>
  inDatabase(shop.databaseUrl ?? "", async (client) => {
    const { rows } = await client.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'",
    );
    return rows.length;
  });

test("shoppers who pay at once need no more than the two connections that the process may have", async () => {
  const shop = await openShop({ engine: "postgres", stock: { "v-2": 12 }, env: { DATABASE_CONNECTIONS: "2" } });
  const shoppers = await Promise.all(Array.from({ length: 12 }, () => shopperAt(shop)));

  const answers = await Promise.all(shoppers.map(({ pay }) => pay()));

  expect(answers.map(({ status, body }) => [status, body])).toEqual(
    answers.map(() => [200, expect.objectContaining({ data: expect.anything() })]),
  );
  expect(await connectionsTo(shop)).toBe(3);
});
