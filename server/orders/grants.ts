import { inBatches } from "../db/batches.ts";
import type { Db, Tx } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import { retention } from "../retention.ts";
import { deleteGrants, emptyPayers, endVisitor, findGrant, moveVisitor } from "./queries/grants.ts";

/** Whether this browser may see the order because it followed a mailed link. */
export const grantedOrder = async (
  reader: Db | Tx,
  visitor: string | undefined,
  orderId: string,
  now: number,
): Promise<boolean> => visitor !== undefined && (await findGrant(reader, visitor, orderId, now)) !== undefined;

/** Moves this browser's rights to see orders to its renewed visitor id at a sign-in. */
export const moveGrants = (tx: Tx, from: string, to: string): Promise<void> => moveVisitor(tx, from, to);

/** Ends all permissions of this browser to see guests' orders, at a sign-out. */
export const endGrants = (db: Db, visitor: string): Promise<void> => transact(db, (tx) => endVisitor(tx, visitor));

/** Deletes those guests' permissions to see an order that ended before `now`. */
export const deleteExpiredGrants = (db: Db, now: number): Promise<number> => deleteGrants(db, now);

/**
 * Forgets the browser that paid, once it may no longer see the order's details (rules/access.ts).
 */
export const forgetPayers = (db: Db, now: number): Promise<number> =>
  inBatches((most) => emptyPayers(db, now - retention.payer, most));
