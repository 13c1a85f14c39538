import { sql } from "kysely";
import { toColumns } from "../../customers/address-columns.ts";
import type { Address } from "../../customers/rules/address-fields.ts";
import type { Db, Row, Tx } from "../../db/tables.ts";

/** The latest request of an order, in any state. */
export const findRequestRow = (reader: Db | Tx, orderId: string): Promise<Row<"address_request"> | undefined> =>
  reader.selectFrom("address_request").selectAll().where("order_id", "=", orderId).executeTakeFirst();

type NewRequest = { orderId: string; event: string; address: Address; note: string };

/** Stores a request for a locked order, in place of the order's earlier request. */
export async function putRequest(tx: Tx, { orderId, event, address, note }: NewRequest, now: number): Promise<void> {
  const asked = { asked_event: event, requested_at: now, decided_event: null, decided_at: null };
  const row = { ...toColumns(address), ...asked, order_id: orderId, state: "asked" as const, note };
  await tx
    .insertInto("address_request")
    .values(row)
    .onConflict((conflict) => conflict.column("order_id").doUpdateSet(row))
    .execute();
}

type Decision = Pick<Row<"address_request">, "state" | "decided_event">;

/** Decides the open request of an order; false if there is none. */
export async function decideRequest(tx: Tx, orderId: string, decision: Decision, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("address_request")
    .set({ ...decision, decided_at: now })
    .where("order_id", "=", orderId)
    .where("state", "=", "asked")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** SQL: whether the order has an open request for another address. */
export const asksForAddress = sql<boolean>`orders.id in (select q.order_id from address_request as q where q.state = 'asked')`;
