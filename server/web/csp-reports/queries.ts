import { deleteBefore } from "../../db/batches.ts";
import type { Db, Tx } from "../../db/tables.ts";
import type { Violation } from "./violation.ts";

/** Counts a violation; false if it is of a new kind and there are already `most` kinds. */
export async function countViolation(
  tx: Tx,
  violation: Violation,
  now: number,
  most: number,
): Promise<"first" | "again" | "full"> {
  const { numUpdatedRows } = await tx
    .updateTable("csp_report")
    .set(({ eb }) => ({ count: eb("count", "+", 1), last_at: now }))
    .where("directive", "=", violation.directive)
    .where("blocked", "=", violation.blocked)
    .where("screen", "=", violation.screen)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return "again";
  const { kinds } = await tx
    .selectFrom("csp_report")
    .select(({ fn }) => fn.countAll().as("kinds"))
    .executeTakeFirstOrThrow();
  if (Number(kinds) >= most) return "full";
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("csp_report")
    .values({ ...violation, count: 1, first_at: now, last_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(["directive", "blocked", "screen"])
        .doUpdateSet(({ ref, eb }) => ({ count: eb(ref("csp_report.count"), "+", 1), last_at: now })),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n ? "first" : "again";
}

/** Deletes the kinds that were last seen before `before` (ms). */
export const deleteViolations = (db: Db, before: number): Promise<number> =>
  deleteBefore(db, { table: "csp_report", by: "last_at" }, before);
