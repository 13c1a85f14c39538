import { deleteBefore } from "../../../db/batches.ts";
import type { Db, NewRow, Tx } from "../../../db/tables.ts";
import { roleOfRow } from "../../people/queries/roles.ts";
import type { Permissions } from "../../people/rules/permissions.ts";

export type OpenStaffSession = {
  tokenHash: string;
  staffId: string;
  email: string;
  name: string;
  /** the role's name */
  role: string;
  permissions: Permissions;
  usedAt: number;
  authenticatedAt: number;
};

/**
 * Finds a session that has not ended and was used since `usedSince` (ms), if its holder is still a
 * member of the staff. It has the permissions of their present role.
 */
export async function findOpenStaffSession(
  db: Db,
  tokenHash: string,
  { now, usedSince }: { now: number; usedSince: number },
): Promise<OpenStaffSession | undefined> {
  const row = await db
    .selectFrom("staff_session")
    .innerJoin("staff", "staff.id", "staff_session.staff_id")
    .leftJoin("staff_role", "staff_role.id", "staff.role")
    .select(["token_hash as tokenHash", "staff_id as staffId", "email", "staff.name"])
    .select(["staff.role as roleId", "staff_role.name as roleName", "permissions as rolePermissions"])
    .select(["used_at as usedAt", "authenticated_at as authenticatedAt"])
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", now)
    .where("used_at", ">", usedSince)
    .where("removed_at", "is", null)
    .whereRef("staff_session.authenticated_at", ">=", "staff.signed_out_at")
    .executeTakeFirst();
  if (!row) return undefined;
  const { roleId, roleName, rolePermissions, ...session } = row;
  const { name: role, permissions } = roleOfRow({ id: roleId, name: roleName, permissions: rolePermissions });
  return { ...session, role, permissions };
}

/** The row has the token's hash, never the token. */
export async function insertStaffSession(tx: Tx, row: NewRow<"staff_session">): Promise<void> {
  await tx.insertInto("staff_session").values(row).execute();
}

export async function markSessionUsed(db: Db, tokenHash: string, now: number): Promise<void> {
  await db.updateTable("staff_session").set({ used_at: now }).where("token_hash", "=", tokenHash).execute();
}

/**
 * Gives a session another token, and stores that its holder proved their identity at `now`. Returns
 * false if the session has ended meanwhile.
 */
export async function replaceStaffToken(tx: Tx, { from, to }: { from: string; to: string }, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("staff_session")
    .set({ token_hash: to, authenticated_at: now, used_at: now })
    .where("token_hash", "=", from)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes a session; an unknown hash changes nothing. */
export async function deleteStaffSession(tx: Db | Tx, tokenHash: string): Promise<void> {
  await tx.deleteFrom("staff_session").where("token_hash", "=", tokenHash).execute();
}

export async function deleteSessionsOfStaff(tx: Tx, staffId: string): Promise<void> {
  await tx.deleteFrom("staff_session").where("staff_id", "=", staffId).execute();
}

/** Deletes the sessions that ended by `now` (ms). */
export const deleteEndedStaffSessions = (db: Db, now: number): Promise<number> =>
  deleteBefore(db, { table: "staff_session", by: "expires_at" }, now);
