import { type LogPage, onPage } from "../../db/log-page.ts";
import type { Db, NewRow, Row, Tx } from "../../db/tables.ts";

export type SecurityEventRow = Row<"security_event">;
/** The account to which events belong. */
export type Subject = { kind: SecurityEventRow["subject_kind"]; id: string };

/** Adds an event. Triggers refuse later changes of an event. */
export async function insertSecurityEvent(tx: Tx, row: NewRow<"security_event">): Promise<void> {
  await tx.insertInto("security_event").values(row).execute();
}

const eventsOf = (reader: Db | Tx, { kind, id }: Subject) =>
  reader.selectFrom("security_event").where("subject_kind", "=", kind).where("subject_id", "=", id);

/** An account's events, the latest first; the first `offset` are left out. */
export const findSecurityEvents = (
  reader: Db | Tx,
  subject: Subject,
  { offset, limit }: { offset: number; limit: number },
): Promise<SecurityEventRow[]> =>
  eventsOf(reader, subject).selectAll().orderBy("at", "desc").orderBy("id", "desc").offset(offset).limit(limit).execute();

/** Counts an account's events of every kind. */
export async function countAllSecurityEvents(reader: Db | Tx, subject: Subject): Promise<number> {
  const { count } = await eventsOf(reader, subject)
    .select(({ fn }) => fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Counts an account's events of a kind since `since` (ms). */
export async function countSecurityEvents(reader: Db | Tx, subject: Subject, kind: string, since: number): Promise<number> {
  const { count } = await eventsOf(reader, subject)
    .select(({ fn }) => fn.countAll().as("count"))
    .where("kind", "=", kind)
    .where("at", ">", since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const emptyColumns = { network: "", agent: "", detail: "" };

/**
 * Empties the personal values of an account's events. The table's triggers refuse every other
 * change of an event.
 */
export async function eraseEventsOf(tx: Tx, { kind, id }: Subject, now: number): Promise<void> {
  await tx
    .updateTable("security_event")
    .set({ ...emptyColumns, erased_at: now })
    .where("subject_kind", "=", kind)
    .where("subject_id", "=", id)
    .where("erased_at", "is", null)
    .execute();
}

/** The actor and the accounts to which a log of events is limited; undefined for all. */
export type SecurityLogSearch = {
  actor: Pick<SecurityEventRow, "actor" | "actor_id"> | undefined;
  subjectIds: readonly string[] | undefined;
};

/** Events of all accounts, the latest first. */
export const findSecurityLog = (
  reader: Db | Tx,
  { actor, subjectIds }: SecurityLogSearch,
  page: LogPage,
): Promise<SecurityEventRow[]> =>
  reader
    .selectFrom("security_event")
    .selectAll()
    .where(onPage("security_event", page))
    .$if(actor !== undefined, (query) => query.where("actor", "=", actor?.actor ?? "shop"))
    .$if(actor?.actor_id != null, (query) => query.where("actor_id", "=", actor?.actor_id ?? ""))
    .$if(subjectIds !== undefined, (query) =>
      query.where("subject_kind", "in", ["customer", "staff"]).where("subject_id", "in", subjectIds ?? []),
    )
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(page.limit)
    .execute();
