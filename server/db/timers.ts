import type { Db } from "./tables.ts";

/**
 * True for one of all processes that ask within `every` ms. A beginning more than `every` ms in the
 * future was written by a clock that went back.
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

/** Makes a timer due again at once, since its work was not finished. */
export const resetTimer = (db: Db, name: string) => db.deleteFrom("timer").where("name", "=", name).execute();
