import type { Db, Tx } from "../../db/tables.ts";
import type { SubjectRecords } from "./subject.ts";

/** States of an attempt in which its money may still move. */
export const movingStates = ["created", "sent", "unknown", "elsewhere", "held", "authorized", "voiding", "refunding"] as const;

/**
 * Locks orders and checkouts until the transaction ends, so that no payment, cancelation or refund
 * begins meanwhile. Checkouts come first, as in all code.
 */
export async function lockPurchases(tx: Tx, { orders, checkoutIds }: SubjectRecords): Promise<void> {
  const lock = (table: "checkout" | "orders", ids: readonly string[]) =>
    ids.length === 0 ? [] : tx.selectFrom(table).select("id").where("id", "in", ids).orderBy("id").forUpdate().execute();
  await lock("checkout", checkoutIds);
  await lock(
    "orders",
    orders.map(({ id }) => id),
  );
}

/** The reasons, in words, why a person's data is still needed; empty if no matter is open. */
export async function findOpenMatters(reader: Db | Tx, { orders, checkoutIds }: SubjectRecords): Promise<string[]> {
  const matters = orders
    .filter(({ state }) => state === "placed")
    .map(({ number }) => `Order ${number} has been neither shipped nor canceled.`);
  if (checkoutIds.length === 0) return matters;
  const numberOf = new Map(orders.map(({ id, number }) => [id, number]));
  const ids = [...numberOf.keys()];
  const attempts = await reader
    .selectFrom("attempt")
    .select("order_id")
    .where("checkout_id", "in", checkoutIds)
    .where(({ eb, or, and }) =>
      // The payment of a card is captured after its order exists.
      or([eb("state", "in", movingStates), and([eb("state", "=", "finalized"), eb("kind", "=", "card")])]),
    )
    .execute();
  for (const { order_id } of attempts) {
    const number = numberOf.get(order_id);
    matters.push(number === undefined ? "A payment is under way." : `The money of order ${number} is still moving.`);
  }
  if (ids.length === 0) return matters;
  const unpaid = await reader
    .selectFrom("order_means")
    .select("order_id")
    .where("order_id", "in", ids)
    .where("settled_at", "is", null)
    .execute();
  matters.push(...unpaid.map(({ order_id }) => `Order ${numberOf.get(order_id)} is not paid in full yet.`));
  const jobs = await reader
    .selectFrom("job")
    .select("subject")
    // An order's money still moves while the job that voids its payment is not done.
    .where("kind", "=", "void")
    .where("subject", "in", ids)
    .where("state", "<>", "done")
    .execute();
  matters.push(...jobs.map(({ subject }) => `The money of order ${numberOf.get(subject)} is still moving.`));
  const refunds = await reader
    .selectFrom("order_refund")
    .select("order_id")
    .where("order_id", "in", ids)
    .where("state", "=", "requested")
    .execute();
  const returns = await reader
    .selectFrom("order_return")
    .select("order_id")
    .where("order_id", "in", ids)
    .where("state", "in", ["asked", "received"])
    .execute();
  matters.push(...refunds.map(({ order_id }) => `A refund of order ${numberOf.get(order_id)} is under way.`));
  matters.push(...returns.map(({ order_id }) => `A return of order ${numberOf.get(order_id)} is under way.`));
  return [...new Set(matters)];
}
