import type { Db, Tx } from "../../db/tables.ts";

/** The settings with these names as JSON; a setting that was never saved is missing. */
export const findSettingRows = (reader: Db | Tx, names: readonly string[]) =>
  reader.selectFrom("setting").select(["name", "value"]).where("name", "in", names).execute();

/** A setting as JSON; locks its row until the transaction ends. */
export const lockSettingRow = (tx: Tx, name: string) =>
  tx.selectFrom("setting").select("value").where("name", "=", name).forUpdate().executeTakeFirst();

export async function putSettingRow(tx: Tx, name: string, value: string, now: number): Promise<void> {
  await tx
    .insertInto("setting")
    .values({ name, value, updated_at: now })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value, updated_at: now }))
    .execute();
}

export async function deleteSettingRow(tx: Tx, name: string): Promise<void> {
  await tx.deleteFrom("setting").where("name", "=", name).execute();
}
