import type { Db } from "./tables.ts";

/**
 * Returns true to only one of all processes that ask within `every` ms. Ignores a start more than
 * `every` ms in the future, since a clock that was set back wrote it.
 */
export async function beginTimer(db: Db, name: string, every: number, now: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("timer")
    .values({ name, begun_at: now })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet({ begun_at: now })
        .where((eb) => eb.or([eb("timer.begun_at", "<=", now - every), eb("timer.begun_at", ">", now + every)])),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Makes a timer due again immediately, since its work was not finished. */
export const resetTimer = (db: Db, name: string) => db.deleteFrom("timer").where("name", "=", name).execute();
