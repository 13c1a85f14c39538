import { sql } from "kysely";
import { newRowId } from "../ids.ts";
import { deleteBefore } from "./batches.ts";
import { compiled } from "./compiled.ts";
import { insertion } from "./insertion.ts";
import type { Db, NewRow, Tx } from "./tables.ts";

const insertTries = insertion("counted_try");

/**
 * Records one try of `kind` by `subject` (an address, an email, a checkout), for limits that hold
 * across processes and restarts. Returns its id.
 */
export async function recordTry(tx: Db | Tx, kind: string, subject: string, now: number): Promise<string> {
  const id = newRowId();
  await insertTries(tx, [{ id, kind, subject, at: now }]);
  return id;
}

/** Records a try under the caller's id, unless this id is already recorded. */
export const recordTryOnce = (db: Db | Tx, row: NewRow<"counted_try">) =>
  db
    .insertInto("counted_try")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Removes tries that should not count; `ids` come from `recordTry`. */
export async function removeTries(tx: Db | Tx, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom("counted_try").where("id", "in", ids).execute();
}

/** Removes all tries of `kind` by `subject`. */
export async function clearTries(tx: Tx, kind: string, subject: string): Promise<void> {
  await tx.deleteFrom("counted_try").where("kind", "=", kind).where("subject", "=", subject).execute();
}

const triesOf = compiled((reader, [kind = "", subject = "", since = ""]) =>
  reader
    .selectFrom("counted_try")
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.min("at").as("first")])
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .where("at", ">", sql<number>`${since}`),
);

/**
 * The number of tries of `kind` by `subject` since `since` (ms), and the time of the first of them.
 */
export async function triesSince(
  reader: Db | Tx,
  kind: string,
  subject: string,
  since: number,
): Promise<{ count: number; first: number }> {
  const [row] = await triesOf(reader, [kind, subject, since]);
  return { count: Number(row?.count ?? 0), first: Number(row?.first ?? since) };
}

/** A subject whose tries are counted, and the time (ms) from which they count. */
export type CountedSubject = { kind: string; subject: string; since: number };

const triesOfKinds = compiled((reader, places) => {
  const triples = Array.from({ length: places.length / 3 }, (_, nth) => places.slice(3 * nth, 3 * nth + 3));
  return reader
    .selectFrom("counted_try")
    .select(({ fn }) => ["kind", fn.countAll<number>().as("count"), fn.min("at").as("first")])
    .where(({ eb, or, and }) =>
      or(
        triples.map(([kind = "", subject = "", since = ""]) =>
          and([eb("kind", "=", kind), eb("subject", "=", subject), eb("at", ">", sql<number>`${since}`)]),
        ),
      ),
    )
    .groupBy("kind");
});

/** Counts the tries of several subjects of different kinds, in one query and in their order. */
export async function triesOfEach(
  reader: Db | Tx,
  subjects: readonly CountedSubject[],
): Promise<{ count: number; first: number }[]> {
  const places = subjects.flatMap(({ kind, subject, since }) => [kind, subject, since]);
  const rows = await triesOfKinds(reader, places);
  return subjects.map(({ kind, since }) => {
    const row = rows.find((each) => each.kind === kind);
    return { count: Number(row?.count ?? 0), first: Number(row?.first ?? since) };
  });
}

/** Records one try of each kind by its subject, and returns their ids. */
export async function recordTryOfEach(
  tx: Db | Tx,
  subjects: readonly Omit<CountedSubject, "since">[],
  now: number,
): Promise<string[]> {
  const rows = subjects.map(({ kind, subject }) => ({ id: newRowId(), kind, subject, at: now }));
  await insertTries(tx, rows);
  return rows.map(({ id }) => id);
}

/** Deletes tries from before `before` (ms). */
export const deleteTriesBefore = (db: Db, before: number): Promise<number> =>
  deleteBefore(db, { table: "counted_try", by: "at" }, before);
