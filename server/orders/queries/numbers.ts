import type { Tx } from "../../db/tables.ts";

/** In ms; undefined where there is no order. */
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

/** The next order gets a number that is greater by so many. */
export const leaveOutNumbers = (tx: Tx, count: number) =>
  tx
    .updateTable("counter")
    .set((eb) => ({ value: eb("value", "+", count) }))
    .where("name", "=", "order")
    .execute();
