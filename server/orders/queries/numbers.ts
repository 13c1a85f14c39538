import type { Tx } from "../../db/tables.ts";

/** When the last order was placed, in ms; undefined without orders. */
export async function findLastPlacedAt(tx: Tx): Promise<number | undefined> {
  const { at } = await tx
    .selectFrom("orders")
    .select(({ fn }) => fn.max("placed_at").as("at"))
    .executeTakeFirstOrThrow();
  return at ?? undefined;
}

export async function countOrdersSince(tx: Tx, since: number): Promise<number> {
  const { count } = await tx
    .selectFrom("orders")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("placed_at", ">=", since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Raises the next order's number by `count`. */
export const leaveOutNumbers = (tx: Tx, count: number) =>
  tx
    .updateTable("counter")
    .set((eb) => ({ value: eb("value", "+", count) }))
    .where("name", "=", "order")
    .execute();
