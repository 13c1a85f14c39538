import type { Db, Row, Tx } from "../../db/tables.ts";

export type SweepMark = Pick<Row<"gateway_sweep">, "swept_until" | "week_swept_at" | "restored_at">;

/**
 * Where the last sweep ended. If the tables were emptied, stores a new mark, so that the first
 * sweep is due in an hour and covers seven days.
 */
export async function sweepMark(tx: Tx, now: number): Promise<SweepMark> {
  const find = () =>
    tx
      .selectFrom("gateway_sweep")
      .select(["swept_until", "week_swept_at", "restored_at"])
      .where("single", "=", 1)
      .executeTakeFirst();
  const mark = await find();
  if (mark) return mark;
  await tx
    .insertInto("gateway_sweep")
    .values({ single: 1, swept_until: now, week_swept_at: 0, lease_until: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await find()) ?? { swept_until: now, week_swept_at: 0, restored_at: null };
}

/**
 * Claims the sweep for this process, until it leaves the sweep or for `length` ms. Returns the end
 * of the lease; undefined if another process has the sweep. A lease that ends more than twice
 * `length` from now was written by a clock that went back; another process's clock may be a little
 * ahead.
 */
export async function claimSweep(tx: Tx, now: number, length: number): Promise<number | undefined> {
  const { numUpdatedRows } = await tx
    .updateTable("gateway_sweep")
    .set({ lease_until: now + length })
    .where((eb) => eb.or([eb("lease_until", "<=", now), eb("lease_until", ">", now + 2 * length)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n ? now + length : undefined;
}

/**
 * Ends this lease; no process sweeps before `until`. Changes nothing if the lease has ended, since
 * another process may have the sweep.
 */
export const leaveSweep = (writer: Db | Tx, lease: number, until: number) =>
  writer.updateTable("gateway_sweep").set({ lease_until: until }).where("lease_until", "=", lease).execute();

/** Records the mark of a sweep. */
export const moveSweepMark = (tx: Tx, mark: Partial<SweepMark>) => tx.updateTable("gateway_sweep").set(mark).execute();

/** Whether the database was restored, and its payments were not yet compared with the gateway's. */
export async function findRestored(reader: Db | Tx): Promise<boolean> {
  const mark = await reader.selectFrom("gateway_sweep").select("restored_at").executeTakeFirst();
  return (mark?.restored_at ?? null) !== null;
}
