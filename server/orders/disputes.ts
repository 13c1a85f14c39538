import type { Db, Tx } from "../db/tables.ts";
import { findEventsOfKinds, insertOrderEvent } from "./queries/events.ts";
import { disputedKind } from "./rules/words.ts";

/** Whether the cardholder has disputed the order's payment at the bank. */
export const isDisputed = async (reader: Db | Tx, orderId: string): Promise<boolean> =>
  (await findEventsOfKinds(reader, orderId, [disputedKind])).length > 0;

/** Notes once in the order's history that its payment is disputed; no money is booked. */
export async function noteDispute(tx: Tx, orderId: string, now: number): Promise<void> {
  if (!(await isDisputed(tx, orderId))) await insertOrderEvent(tx, orderId, { kind: disputedKind, actor: "gateway" }, now);
}
