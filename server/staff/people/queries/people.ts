import type { Db, NewRow, Row, Tx } from "../../../db/tables.ts";

export type StaffRow = Row<"staff">;

const present = (reader: Db | Tx) => reader.selectFrom("staff").selectAll().where("removed_at", "is", null);

/** A member of the staff by id; removed people are not found. */
export const findStaffRow = (reader: Db | Tx, id: string): Promise<StaffRow | undefined> =>
  present(reader).where("id", "=", id).executeTakeFirst();

/** A member of the staff by a normalised email. */
export const findStaffByEmail = (reader: Db | Tx, email: string): Promise<StaffRow | undefined> =>
  present(reader).where("email", "=", email).executeTakeFirst();

/** All members of the staff, by email. */
export const findAllStaff = (reader: Db | Tx): Promise<StaffRow[]> => present(reader).orderBy("email").execute();

/** All present and former members of the staff, by email. */
export const findStaffWhoActed = (reader: Db | Tx): Promise<Pick<StaffRow, "id" | "name" | "email">[]> =>
  reader.selectFrom("staff").select(["id", "name", "email"]).orderBy("email").orderBy("id").execute();

/** The names of people by id, including removed people. */
export async function findStaffNames(reader: Db | Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.selectFrom("staff").select(["id", "name", "email"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, name, email }) => [id, name || email]));
}

/** Adds a person; throws if a present member of the staff has the email. */
export async function insertStaff(tx: Tx, row: NewRow<"staff">): Promise<void> {
  await tx.insertInto("staff").values(row).execute();
}

/** Locks everybody's row, so that two owners cannot remove each other at the same time. */
export async function lockStaff(tx: Tx): Promise<void> {
  await tx
    .updateTable("staff")
    .set((eb) => ({ signed_out_at: eb.ref("signed_out_at") }))
    .where("removed_at", "is", null)
    .execute();
}

export async function updateStaff(tx: Tx, id: string, changed: Partial<Pick<StaffRow, "name" | "role">>): Promise<void> {
  await tx.updateTable("staff").set(changed).where("id", "=", id).execute();
}

/** Stores a password and the name that the person has given; earlier sessions become invalid. */
export async function putPassword(
  tx: Tx,
  id: string,
  { hash, name, now }: { hash: string; name: string; now: number },
): Promise<void> {
  await tx.updateTable("staff").set({ password_hash: hash, name, signed_out_at: now }).where("id", "=", id).execute();
}

/**
 * Makes all sessions of a person invalid in which the last proof of identity is older than `now`.
 */
export async function markSignedOut(tx: Tx, id: string, now: number): Promise<void> {
  await tx.updateTable("staff").set({ signed_out_at: now }).where("id", "=", id).execute();
}

export async function markRemoved(tx: Tx, id: string, now: number): Promise<void> {
  await tx.updateTable("staff").set({ removed_at: now, password_hash: null, signed_out_at: now }).where("id", "=", id).execute();
}

/** Counts the owners, including those who have not followed their link to set a password yet. */
export async function countOwners(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom("staff")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("role", "=", "owner")
    .where("removed_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
