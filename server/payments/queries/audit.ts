import { sql } from "kysely";
import type { Db, Tables, Tx } from "../../db/tables.ts";
import type { Cents } from "../../money.ts";
import { type AttemptState, liveStates } from "../rules/attempt.ts";
import type { Attempt } from "./attempts.ts";

/** The most rows in memory, and the most values in a statement. */
const pageLength = 500;

const auditedColumns = [
  "id",
  "key",
  "kind",
  "state",
  "amount",
  "refusal_code",
  "auth_ref",
  "order_id",
  "capture_amount",
  "created_at",
] as const;

/** An attempt without its snapshot, which is most of a row. */
export type AuditedAttempt = Pick<Attempt, (typeof auditedColumns)[number]>;

/** Attempts in any state and any order; `keys` has at most `pageLength` keys. */
export const findAuditedByKeys = (db: Db, keys: readonly string[]): Promise<AuditedAttempt[]> =>
  keys.length === 0 ? Promise.resolve([]) : db.selectFrom("attempt").select(auditedColumns).where("key", "in", keys).execute();

/** All attempts in some states, page by page. */
export const pagesOfAttempts = (db: Db, states: readonly AttemptState[]): AsyncGenerator<AuditedAttempt[]> =>
  pagesById((after) =>
    db
      .selectFrom("attempt")
      .select(auditedColumns)
      .where("state", "in", states)
      .where("id", ">", after)
      .orderBy("id")
      .limit(pageLength)
      .execute(),
  );

/** Attempts in some states with their snapshots, page by page. */
export const pagesOfSnapshots = (
  db: Db,
  states: readonly AttemptState[],
): AsyncGenerator<Pick<Attempt, "id" | "order_id" | "snapshot">[]> =>
  pagesById((after) =>
    db
      .selectFrom("attempt")
      .select(["id", "order_id", "snapshot"])
      .where("state", "in", states)
      .where("id", ">", after)
      .orderBy("id")
      .limit(pageLength)
      .execute(),
  );

async function* pagesById<Row extends { id: string }>(pageAfter: (id: string) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (let after = ""; ; ) {
    const page = await pageAfter(after);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last || page.length < pageLength) return;
    after = last.id;
  }
}

/** Orders whose money a waiting job is about to move. A refund's payload names its order. */
export async function findMoving(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("job")
    .select("payload")
    .where("kind", "in", ["capture", "void", "refund"])
    .where("state", "=", "waiting")
    .execute();
  return new Set(rows.flatMap(({ payload }) => (JSON.parse(payload) as { orderId?: string }).orderId ?? []));
}

/** Cents of an order booked as refunded, and the part that went back through the gateway. */
export type RefundedCents = { refunded: Cents; atGateway: Cents };

/**
 * Refunded cents by order; `orderIds` has at most `pageLength` ids. If a refund was paid by other
 * means, its money is still at the gateway.
 */
export async function findRefunded(reader: Db | Tx, orderIds: readonly string[]): Promise<ReadonlyMap<string, RefundedCents>> {
  if (orderIds.length === 0) return new Map();
  const settled = await reader
    .selectFrom("order_refund")
    .select(({ fn }) => ["order_id", fn.sum<number>("amount").as("amount")])
    .where("order_id", "in", orderIds)
    .where("state", "=", "refunded")
    .where("settled_event", "is not", null)
    .groupBy("order_id")
    .execute();
  const otherwise = new Map(settled.map(({ order_id, amount }) => [order_id, Number(amount)]));
  const rows = await reader
    .selectFrom("ledger_entry")
    .select(({ fn }) => ["order_id", fn.sum<number>("amount").as("amount")])
    .where("order_id", "in", orderIds)
    .where("account", "=", "gateway")
    .where("amount", "<", 0)
    .groupBy("order_id")
    .execute();
  return new Map(
    rows.map(({ order_id, amount }) => {
      const refunded = 0 - Number(amount);
      return [order_id, { refunded, atGateway: refunded - (otherwise.get(order_id) ?? 0) }];
    }),
  );
}

/** When the first payment was made or this shop got its id, whichever is earlier; ms. */
export async function firstPaymentAt(db: Db): Promise<number | undefined> {
  const attempt = await db
    .selectFrom("attempt")
    .select(({ fn }) => fn.min<number | null>("created_at").as("at"))
    .executeTakeFirst();
  const shop = await db.selectFrom("shop_identity").select("created_at").executeTakeFirst();
  const times = [attempt?.at, shop?.created_at].filter((at) => at !== null && at !== undefined);
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Attempts made before `since` (ms) whose outcome is still unknown. */
export const findUndecided = (db: Db, since: number) =>
  db
    .selectFrom("attempt")
    .select(["key", "state", "amount"])
    .where("state", "in", liveStates)
    .where("created_at", "<=", since)
    .orderBy("created_at")
    .execute();

export type StoredText = { table: string; id: string; text: string };

/** The tables that store texts of payments or their shoppers, and their key columns. */
const texts = {
  attempt: ["id"],
  orders: ["id"],
  order_address: ["order_id", "kind"],
  order_event: ["id"],
  checkout: ["id"],
  checkout_address: ["checkout_id", "kind"],
  quote: ["id"],
  saved_address: ["visitor"],
  idempotency_key: ["checkout_id", "key"],
  key_fingerprint: ["key"],
  form_key: ["checkout_id", "key"],
  job: ["id"],
} as const satisfies Partial<Record<keyof Tables, readonly string[]>>;

/**
 * All texts stored for payments and shoppers, by table and page, where a leaked card number would
 * be.
 */
export async function* pagesOfTexts(db: Db): AsyncGenerator<StoredText[]> {
  for (const [table, keys] of Object.entries(texts)) {
    for (let last: Record<string, unknown> | undefined; ; ) {
      const rows: Record<string, unknown>[] = await pageOfTexts(db, table, keys, last);
      yield rows.map((row) => textOf(table, row));
      last = rows.at(-1);
      if (rows.length < pageLength) break;
    }
  }
}

/** The rows after `last` in the order of their key. */
async function pageOfTexts(
  db: Db,
  table: string,
  keys: readonly string[],
  last: Record<string, unknown> | undefined,
): Promise<Record<string, unknown>[]> {
  const columns = sql.join(keys.map((key) => sql.ref(key)));
  const after = last ? sql`WHERE (${columns}) > (${sql.join(keys.map((key) => last?.[key]))})` : sql``;
  const page = sql<Record<string, unknown>>`SELECT * FROM ${sql.table(table)} ${after} ORDER BY ${columns} LIMIT ${pageLength}`;
  return (await page.execute(db)).rows;
}

function textOf(table: string, row: Record<string, unknown>): StoredText {
  const words = Object.values(row).filter((value) => typeof value === "string");
  return { table, id: String(row.id ?? row.order_id ?? row.checkout_id ?? row.visitor), text: words.join("\n") };
}
