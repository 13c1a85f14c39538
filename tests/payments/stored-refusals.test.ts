import { type Kysely, sql } from "kysely";
import { describe, expect, test } from "vitest";
import { shopMigration } from "../../server/db/migrations/001-shop.ts";
import { refusalCodesMigration } from "../../server/db/migrations/013-refusal-codes.ts";
import type { Db } from "../../server/db/tables.ts";
import { refusedCall } from "../../server/payments/gateways/gateway.ts";
import { declinedText, laterText } from "../../server/payments/rules/attempt.ts";
import { openBare } from "../catalog/open-bare.ts";
import { type Engine, engines } from "../catalog/open-catalog.ts";
import { openShop } from "../support/shop.ts";
import { cards, shopperAt } from "./shopper.ts";

/** The refusals of attempts as the last release wrote them, by the attempt's number. */
const written: readonly (string | null)[] = [declinedText, laterText, "a text of long ago", "", null];

/** A database of the last release, with an attempt for each refusal. */
async function openFilled(engine: Engine): Promise<Db> {
  const db = await openBare(engine);
  await shopMigration(engine).up(db as unknown as Kysely<unknown>);
  await sql`INSERT INTO checkout (id, created_at, updated_at, expires_at) VALUES ('c', 1, 1, 1)`.execute(db);
  for (const [n, refusal] of written.entries())
    await sql`INSERT INTO attempt (id, checkout_id, n, key, kind, state, amount, snapshot, order_id, refusal, lease_until, created_at, updated_at)
      VALUES (${`a-${n}`}, 'c', ${n + 1}, ${`c-${n}`}, 'card', 'declined', 1, '{}', ${`o-${n}`}, ${refusal}, 1, 1, 1)`.execute(
      db,
    );
  return db;
}

const migrated = (db: Db) => refusalCodesMigration().up(db as unknown as Kysely<unknown>);

const refusals = (db: Db) => db.selectFrom("attempt").select(["refusal", "refusal_code"]).orderBy("n").execute();

describe.each(engines)("why an attempt ended, on %s", (engine) => {
  test("is a code after the migration: known texts have theirs, others failed, and an order has none", async () => {
    const db = await openFilled(engine);

    await migrated(db);

    expect(await refusals(db)).toEqual([
      { refusal: declinedText, refusal_code: "declined" },
      { refusal: laterText, refusal_code: "failed" },
      { refusal: "a text of long ago", refusal_code: "failed" },
      { refusal: "", refusal_code: "failed" },
      { refusal: null, refusal_code: null },
    ]);
  });

  test("may still be written by the last release, which knows no codes", async () => {
    const db = await openFilled(engine);
    await migrated(db);

    await sql`UPDATE attempt SET state = 'declined', refusal = ${declinedText} WHERE refusal IS NULL`.execute(db);

    expect((await refusals(db)).at(-1)).toEqual({ refusal: declinedText, refusal_code: null });
  });

  test("is stored as a code, and as words for the last release", async () => {
    const shop = await openShop({ engine });
    const [declined, failed] = [await shopperAt(shop), await shopperAt(shop)];
    const { gateway } = shop.shop;

    await declined.pay(cards.declined);
    shop.shop.gateway = { ...gateway, authorize: async () => refusedCall("unauthorized") };
    await failed.pay();

    expect(await refusals(shop.shop.db)).toEqual([
      { refusal: declinedText, refusal_code: "declined" },
      { refusal: laterText, refusal_code: "failed" },
    ]);
  });

  test("is told again by its code, in today's words", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    await shopper.pay(cards.declined, { key: "press-1" });
    await shop.shop.db.updateTable("attempt").set({ refusal: "the words of another day" }).execute();

    const replayed = await shopper.pay(cards.good, { key: "press-1" });

    expect([replayed.status, replayed.body]).toEqual([402, expect.objectContaining({ error: declinedText, code: "declined" })]);
  });
});
