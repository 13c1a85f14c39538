import { sql } from "kysely";
import type { Db } from "../db/tables.ts";
import { findOrder } from "../orders/find.ts";
import type { OrderSnapshot } from "../orders/snapshot.ts";
import type { Gateway } from "./gateways/gateway.ts";
import { looksLikeCard } from "./invariants/card-numbers.ts";
import { differences } from "./invariants/gateway-transactions.ts";
import { earnsItsGift, matchesSnapshot } from "./invariants/snapshot.ts";
import { statements } from "./invariants/statements.ts";
import { findAttempts, findMoving, findRefunded, findTexts } from "./queries/audit.ts";
import { orderedStates } from "./rules/attempt.ts";

/** A row that breaks a rule: the rule, and the row. */
export type Breach = { invariant: string; about: string; row: Record<string, unknown> };

/**
 * Checks every rule of the checkout contract §3 but I6 in the database. The result is empty for a
 * consistent shop without payments in progress.
 */
export async function findBreaches(db: Db): Promise<Breach[]> {
  const breaches: Breach[] = [];
  for (const { name, about, sql: text } of statements) {
    const { rows } = await sql.raw<Record<string, unknown>>(text).execute(db);
    breaches.push(...rows.map((row) => ({ invariant: name, about, row })));
  }
  return [...breaches, ...(await changedSnapshots(db)), ...(await cardNumbers(db))];
}

async function changedSnapshots(db: Db): Promise<Breach[]> {
  const breaches: Breach[] = [];
  for (const attempt of await findAttempts(db, orderedStates)) {
    const order = await findOrder(db, attempt.order_id);
    if (!order) continue;
    const snapshot = JSON.parse(attempt.snapshot) as OrderSnapshot;
    const row = { order_id: order.id };
    if (!matchesSnapshot({ orderId: order.id, lines: order.lines }, snapshot))
      breaches.push({ invariant: "I10", about: "an order's lines never change", row });
    if (!earnsItsGift(snapshot)) breaches.push({ invariant: "I13", about: "a gift is earned by the paid products", row });
  }
  return breaches;
}

/** Names table and row, never the text. */
async function cardNumbers(db: Db): Promise<Breach[]> {
  const texts = await findTexts(db);
  return texts
    .filter(({ text }) => looksLikeCard(text))
    .map(({ table, id }) => ({ invariant: "I15", about: "no card number is stored", row: { table, id } }));
}

/** I6, against the gateway's own records; undefined when they could not be read. */
export async function findGatewayBreaches(db: Db, gateway: Gateway): Promise<Breach[] | undefined> {
  const attempts = await findAttempts(db);
  const moving = await findMoving(db);
  const listing = await gateway.list({ since: 0, until: Number.MAX_SAFE_INTEGER });
  if (listing.status !== "listed") return undefined;
  const about = "the gateway's records agree with ours";
  return differences(attempts, listing.transactions, moving, await findRefunded(db)).map((row) => ({
    invariant: "I6",
    about,
    row,
  }));
}
