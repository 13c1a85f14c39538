import type { Db, Tx } from "../db/tables.ts";
import { deleteGrants, findGrant } from "./queries.ts";

/** Whether this browser may see the order because it followed the mailed link. */
export const grantedOrder = async (
  reader: Db | Tx,
  visitor: string | undefined,
  orderId: string,
  now: number,
): Promise<boolean> => visitor !== undefined && (await findGrant(reader, visitor, orderId, now)) !== undefined;

/** Deletes the guests' permissions to see an order that have ended by `now`. */
export const deleteExpiredGrants = async (db: Db, now: number): Promise<void> => void (await deleteGrants(db, now));
