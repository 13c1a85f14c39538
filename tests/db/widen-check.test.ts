import { type Kysely, sql } from "kysely";
import { describe, expect, test } from "vitest";
import { migrate } from "../../server/db/migrate.ts";
import { baseName } from "../../server/db/migrations.ts";
import { pendingChanges } from "../../server/db/pending-changes.ts";
import { transact } from "../../server/db/transaction.ts";
import { widenCheck } from "../../server/db/widen-check.ts";
import { engines } from "../support/database.ts";
import { openAsItIs, placeAt } from "../upgrade/database-at.ts";
import { dumpSchema } from "../upgrade/dump-schema.ts";
import { soldRows } from "../upgrade/sold-rows.ts";

describe.each(engines)("a CHECK that lists values, on %s", (engine) => {
  const open = async (last?: string) => {
    const opened = await openAsItIs(await placeAt(engine, last));
    for (const text of soldRows) await sql.raw(text).execute(opened.db);
    return opened.db;
  };
  const attempt = (id: string, kind: string, state: string, checkout = "k") => sql`
    INSERT INTO attempt (id, checkout_id, n, key, kind, state, amount, snapshot, order_id, lease_until, created_at, updated_at)
    VALUES (${id}, ${checkout}, ${Number(id)}, ${id}, ${kind}, ${state}, 1, '{}', ${id}, 0, 1, 1)`;
  const entry = (account: string) =>
    sql`INSERT INTO ledger_entry (id, order_id, event, account, amount, at) VALUES (${account}, 'o', 'e', ${account}, 1, 1)`;

  test("is widened in place, with what the table holds, for every connection, in the transaction and after it", async () => {
    const db = await open(baseName);
    await attempt("1", "card", "captured").execute(db);
    await expect(attempt("2", "manual", "finalized").execute(db)).rejects.toThrow();
    await expect(entry("manual").execute(db)).rejects.toThrow();

    await migrate(db, engine);

    await attempt("2", "manual", "finalized").execute(db);
    await entry("manual").execute(db);
    await attempt("3", "card", "elsewhere").execute(db);
    await expect(attempt("4", "card", "held").execute(db)).rejects.toThrow();
    await expect(attempt("5", "gold", "captured").execute(db)).rejects.toThrow();
    await expect(attempt("6", "card", "lost").execute(db)).rejects.toThrow();
    const { rows } = await sql<{ id: string }>`SELECT id FROM attempt ORDER BY id`.execute(db);
    expect(rows.map(({ id }) => id)).toEqual(["1", "2", "3"]);
    if (engine === "sqlite") {
      expect((await sql`PRAGMA integrity_check`.execute(db)).rows).toEqual([{ integrity_check: "ok" }]);
      await expect(sql`UPDATE sqlite_schema SET sql = '' WHERE name = 'attempt'`.execute(db)).rejects.toThrow(
        "may not be modified",
      );
    }
  });

  test("holds for the statement after it, and is as before when the transaction fails", async () => {
    const db = await open();
    const was = await dumpSchema(db, engine);
    const failing = transact(db, async (tx) => {
      await widenCheck(tx as unknown as Kysely<unknown>, engine, { table: "attempt", column: "kind" }, ["gift"]);
      await attempt("1", "gift", "captured").execute(tx);
      throw new Error("stopped on purpose");
    });
    await expect(failing).rejects.toThrow("stopped on purpose");
    expect(await dumpSchema(db, engine)).toEqual(was);
    await expect(attempt("1", "gift", "captured").execute(db)).rejects.toThrow();
    await attempt("1", "manual", "captured").execute(db);
  });

  test("a column without one is refused", async () => {
    const db = await open();
    const widening = transact(db, (tx) =>
      widenCheck(tx as unknown as Kysely<unknown>, engine, { table: "attempt", column: "brand" }, ["gold"]),
    );
    await expect(widening).rejects.toThrow("attempt.brand has no CHECK");
  });

  test("a dry run names the table, and changes nothing", async () => {
    const db = await open(baseName);
    await attempt("1", "card", "captured").execute(db);
    const was = await dumpSchema(db, engine);
    const version = () => (engine === "sqlite" ? sql`PRAGMA schema_version`.execute(db) : undefined);
    const before = await version();
    const [change] = await pendingChanges(db, engine);
    expect(change?.touched).toContainEqual({ table: "attempt", does: "altered", rows: 1 });
    expect([await dumpSchema(db, engine), await version()]).toEqual([was, before]);
  });
});
