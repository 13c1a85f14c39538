import type { Db, Tx } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { newId } from "../ids.ts";
import { type Outcome, ok, type Refusal } from "../outcome.ts";
import type { Visitor } from "../web/visitor.ts";
import { insertCheckout } from "./queries/checkouts.ts";
import { reprice } from "./reprice.ts";
import { addUnits, type Units } from "./units.ts";

export type Start = {
  visitor: Visitor;
  lines: readonly Units[];
  now: number;
  /** why no further checkout may be created, if there were too many */
  limit?: Refusal | undefined;
};

/**
 * Creates a checkout, with or without lines. A signed-in customer owns it. If one line is refused,
 * no checkout is created.
 */
export const createCheckout = (db: Db, start: Start): Promise<Outcome<{ checkoutId: string }>> =>
  transactOutcome(db, (tx) => startCheckout(tx, start));

/**
 * Creates a checkout within a transaction. After a refusal the caller rolls back, since some rows
 * may already be written.
 */
export async function startCheckout(tx: Tx, { visitor, lines, now, limit }: Start): Promise<Outcome<{ checkoutId: string }>> {
  if (limit) return limit;
  const id = newId();
  const checkout = await insertCheckout(tx, { id, customerId: visitor.customerId, visitor: visitor.id }, now);
  for (const units of lines) {
    const added = await addUnits(tx, id, units, now);
    if (!added.ok) return added;
  }
  // Nothing can lapse in an empty checkout.
  if (lines.length > 0) await reprice(tx, checkout, now);
  return ok({ checkoutId: id });
}
