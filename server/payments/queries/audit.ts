import type { Db } from "../../db/tables.ts";
import type { AttemptState } from "../rules/attempt.ts";
import type { Attempt } from "./attempts.ts";

/** Attempts in some states, or all. */
export const findAttempts = (db: Db, states?: readonly AttemptState[]): Promise<Attempt[]> =>
  db
    .selectFrom("attempt")
    .selectAll()
    .$if(states !== undefined, (query) => query.where("state", "in", states ?? []))
    .orderBy("created_at")
    .execute();

/** Orders whose money a waiting job is about to move. A refund names its order in its payload. */
export async function findMoving(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("job")
    .select("payload")
    .where("kind", "in", ["capture", "void", "refund"])
    .where("state", "=", "waiting")
    .execute();
  return new Set(rows.map(({ payload }) => (JSON.parse(payload) as { orderId: string }).orderId));
}

/** Cents that were booked as refunded, by order. */
export async function findRefunded(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom("ledger_entry")
    .select(({ fn }) => ["order_id", fn.sum<number>("amount").as("amount")])
    .where("account", "=", "gateway")
    .where("amount", "<", 0)
    .groupBy("order_id")
    .execute();
  return new Map(rows.map(({ order_id, amount }) => [order_id, 0 - Number(amount)]));
}

type Text = { table: string; id: string; text: string };

/**
 * Every text that a payment or its shopper stores, by table: where a leaked card number would be.
 */
export async function findTexts(db: Db): Promise<Text[]> {
  const rows = {
    attempt: await db.selectFrom("attempt").selectAll().execute(),
    orders: await db.selectFrom("orders").selectAll().execute(),
    order_address: await db.selectFrom("order_address").selectAll().execute(),
    order_event: await db.selectFrom("order_event").selectAll().execute(),
    checkout: await db.selectFrom("checkout").selectAll().execute(),
    checkout_address: await db.selectFrom("checkout_address").selectAll().execute(),
    quote: await db.selectFrom("quote").selectAll().execute(),
    saved_address: await db.selectFrom("saved_address").selectAll().execute(),
    idempotency_key: await db.selectFrom("idempotency_key").selectAll().execute(),
    key_fingerprint: await db.selectFrom("key_fingerprint").selectAll().execute(),
    form_key: await db.selectFrom("form_key").selectAll().execute(),
    job: await db.selectFrom("job").selectAll().execute(),
  };
  return Object.entries(rows).flatMap(([table, found]) => found.map((row: Record<string, unknown>) => textOf(table, row)));
}

function textOf(table: string, row: Record<string, unknown>): Text {
  const texts = Object.values(row).filter((value) => typeof value === "string");
  return { table, id: String(row.id ?? row.order_id ?? row.checkout_id ?? row.visitor), text: texts.join("\n") };
}
