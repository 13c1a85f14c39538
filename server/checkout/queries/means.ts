import type { Db, Row, Tx } from "../../db/tables.ts";
import type { Means, MeansFields } from "../rules/means-fields.ts";

const toFields = (row: Row<"payment_means">): MeansFields => ({
  name: row.name,
  instructions: row.instructions,
  termDays: row.term_days,
  shipsUnpaid: row.ships_unpaid === 1,
  active: row.active === 1,
});

const toColumns = ({ name, instructions, termDays, shipsUnpaid, active }: MeansFields) => ({
  name: name.trim(),
  instructions: instructions.trim(),
  term_days: termDays,
  ships_unpaid: shipsUnpaid ? (1 as const) : (0 as const),
  active: active ? (1 as const) : (0 as const),
});

/** All payment methods without a card, oldest first; with `active`, those that are switched on. */
export const findMeans = async (reader: Db | Tx, { active }: { active?: true } = {}): Promise<Means[]> => {
  const rows = await reader
    .selectFrom("payment_means")
    .selectAll()
    .$if(active === true, (query) => query.where("active", "=", 1))
    .orderBy("position")
    .orderBy("name")
    .execute();
  return rows.map((row) => ({ id: row.id, ...toFields(row) }));
};

export async function lockMeansFields(tx: Tx, id: string): Promise<MeansFields | undefined> {
  const row = await tx.selectFrom("payment_means").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  return row && toFields(row);
}

/** Stores a payment method. A new one goes last. */
export async function putMeans(tx: Tx, id: string, fields: MeansFields): Promise<void> {
  const { last } = await tx
    .selectFrom("payment_means")
    .select(({ fn }) => fn.max<number | null>("position").as("last"))
    .executeTakeFirstOrThrow();
  const columns = toColumns(fields);
  await tx
    .insertInto("payment_means")
    .values({ id, position: (last ?? 0) + 1, ...columns })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(columns))
    .execute();
}

export const deleteMeans = (tx: Tx, id: string) => tx.deleteFrom("payment_means").where("id", "=", id).execute();
