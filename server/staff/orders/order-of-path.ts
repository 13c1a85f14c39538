import type { Request } from "express";
import type { Db } from "../../db/tables.ts";
import { orderOfNumber } from "../../orders/list.ts";
import { findOrderRecord, type OrderRecord } from "../../orders/record.ts";
import { notFound } from "../../outcome.ts";
import { RefusedPage } from "../../web/respond.ts";

/** The order whose number is in a request's path. Without such an order, it answers “not found”. */
export async function orderOfPath(db: Db, { params }: Request<{ number: string }>): Promise<OrderRecord> {
  const id = /^\d{1,9}$/.test(params.number) ? await orderOfNumber(db, Number(params.number)) : undefined;
  const record = id === undefined ? undefined : await findOrderRecord(db, id);
  if (!record) throw new RefusedPage(notFound);
  return record;
}
