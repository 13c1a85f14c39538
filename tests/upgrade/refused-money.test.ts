import { sql } from "kysely";
import { expect, test } from "vitest";
import { knownMigrations, migrateIn } from "../../server/db/migrate.ts";
import { transact } from "../../server/db/transaction.ts";
import { engines } from "../support/database.ts";
import { openAsItIs, placeAt } from "./database-at.ts";
import { soldRows } from "./sold-rows.ts";

const refund = (n: number, state: string) => `INSERT INTO order_refund (order_id, n, key, state, amount, products, shipping, tax,
  owed, actor, requested_at) VALUES ('o', ${n}, 'o-r${n}', '${state}', 10, 10, 0, 0, 0, 'shop', 1)`;

const job = (
  kind: string,
  subject: string,
  state: string,
  failure: string,
) => `INSERT INTO job (id, kind, subject, state, payload,
  tries, failure, created_at, run_at) VALUES ('${kind}-${subject}', '${kind}', '${subject}', '${state}', '{}', 1, '${failure}', 1, 5)`;

const declined = "refused for good: the gateway answered declined: account_closed";
const written = [
  ...soldRows,
  "UPDATE orders SET state = 'canceled', canceled_at = 2",
  ...[refund(1, "requested"), refund(2, "requested"), refund(3, "refunded")],
  ...[job("refund", "o-r1", "waiting", declined), job("refund", "o-r2", "waiting", "it took longer than 45 s")],
  ...[job("refund", "o-r3", "done", ""), job("capture", "o", "failed", "the gateway answered declined: expired")],
];

test.each(engines)("on %s, what the bank refused is known, and charges of canceled orders are over", async (engine) => {
  const { db } = await openAsItIs(await placeAt(engine, "089-open-jobs"));
  for (const row of written) await sql.raw(row).execute(db);
  await transact(db, (tx) => migrateIn(tx, engine, knownMigrations(engine)));

  const refunds = await db.selectFrom("order_refund").select(["n", "refused_by", "refusal_code"]).orderBy("n").execute();
  expect(refunds).toEqual([
    { n: 1, refused_by: "bank", refusal_code: "account_closed" },
    { n: 2, refused_by: null, refusal_code: null },
    { n: 3, refused_by: null, refusal_code: null },
  ]);
  const capture = await db.selectFrom("job").select(["state", "done_at"]).where("kind", "=", "capture").execute();
  expect(capture).toEqual([{ state: "done", done_at: 5 }]);
});
