import type { Db, NewRow, Row, Tx } from "../../db/tables.ts";

/** An order's return requests, in the order in which they were made. */
export const findReturnRequests = (reader: Db | Tx, orderId: string): Promise<Row<"return_request">[]> =>
  reader.selectFrom("return_request").selectAll().where("order_id", "=", orderId).orderBy("n").execute();

export const findReturnRequestLines = (reader: Db | Tx, orderId: string): Promise<Row<"return_request_line">[]> =>
  reader.selectFrom("return_request_line").selectAll().where("order_id", "=", orderId).orderBy("n").execute();

/** Inserts a return request; `lines` may not be empty. */
export async function insertReturnRequest(
  tx: Tx,
  request: NewRow<"return_request">,
  lines: readonly Omit<NewRow<"return_request_line">, "order_id" | "n">[],
): Promise<void> {
  const { order_id, n } = request;
  await tx.insertInto("return_request").values(request).execute();
  await tx
    .insertInto("return_request_line")
    .values(lines.map((line) => ({ order_id, n, ...line })))
    .execute();
}

type Decision = Pick<Row<"return_request">, "decision" | "decided_event" | "decided_at">;

/** Decides a return request; false if the request was decided before. */
export async function decideReturnRequest(tx: Tx, orderId: string, n: number, decision: Decision): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("return_request")
    .set(decision)
    .where("order_id", "=", orderId)
    .where("n", "=", n)
    .where("decision", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes a return's units that have not arrived, since they are no longer expected. */
export const deleteAwaited = (tx: Tx, orderId: string, n: number) =>
  tx.deleteFrom("order_return").where("order_id", "=", orderId).where("n", "=", n).where("state", "=", "asked").execute();
