import { byNaturalName } from "../../../catalog/rules/natural-order.ts";
import type { Db, NewRow, Row, Tx } from "../../../db/tables.ts";
import { isPermission, isRole, type Permissions, permissionsOf } from "../rules/permissions.ts";

/** A role; `id` is the name of a built-in role, or the id of a role that the owner has made. */
export type StaffRole = { id: string; name: string; permissions: Permissions };

/**
 * Reads a stored list of permissions, and leaves out permissions that this release does not know.
 */
const permissionsIn = (text: string): Permissions => new Set((JSON.parse(text) as string[]).filter(isPermission));

/** The role that a person's row names. A role that no longer exists allows nothing. */
export const roleOfRow = ({ id, name, permissions }: { [Name in "id" | "name" | "permissions"]: string | null }): StaffRole =>
  id !== null && isRole(id)
    ? { id, name: id, permissions: permissionsOf(id) }
    : { id: id ?? "", name: name ?? "no role", permissions: permissionsIn(permissions ?? "[]") };

/** The owner's own roles, by name. */
export const findOwnRoles = async (reader: Db | Tx): Promise<Row<"staff_role">[]> =>
  (await reader.selectFrom("staff_role").selectAll().orderBy("id").execute()).sort(byNaturalName(({ name }) => name));

export const findOwnRole = (reader: Db | Tx, id: string): Promise<Row<"staff_role"> | undefined> =>
  reader.selectFrom("staff_role").selectAll().where("id", "=", id).executeTakeFirst();

/** Adds a role; throws if a role with this name exists. */
export async function insertRole(tx: Tx, row: NewRow<"staff_role">): Promise<void> {
  await tx.insertInto("staff_role").values(row).execute();
}

export async function updateRole(tx: Tx, id: string, changed: { name: string; permissions: string }): Promise<void> {
  await tx.updateTable("staff_role").set(changed).where("id", "=", id).execute();
}

export async function deleteRole(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("staff_role").where("id", "=", id).execute();
}

/** The number of people with each role, by the role's id. */
export async function countHolders(reader: Db | Tx): Promise<ReadonlyMap<string, number>> {
  const rows = await reader
    .selectFrom("staff")
    .select(["role", ({ fn }) => fn.countAll().as("count")])
    .where("removed_at", "is", null)
    .groupBy("role")
    .execute();
  return new Map(rows.map(({ role, count }) => [role, Number(count)]));
}

/** The present role of a person; undefined for somebody who is no member of the staff. */
export async function findRoleOfPerson(reader: Db | Tx, staffId: string): Promise<StaffRole | undefined> {
  const row = await reader
    .selectFrom("staff")
    .leftJoin("staff_role", "staff_role.id", "staff.role")
    .select(["staff.role as id", "staff_role.name", "permissions"])
    .where("staff.id", "=", staffId)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  return row && roleOfRow(row);
}
