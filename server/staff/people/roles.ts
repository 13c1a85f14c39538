import type { Db, Tx } from "../../db/tables.ts";
import { invalidFields, notFound, type Outcome, ok, type Refusal, refuse } from "../../outcome.ts";
import type { AuditSource } from "../records/audit.ts";
import { lockStaff } from "./queries/people.ts";
import {
  countHolders,
  deleteRole,
  findOwnRole,
  findOwnRoles,
  findRoleOfPerson,
  insertRole,
  roleOfRow,
  type StaffRole,
  updateRole,
} from "./queries/roles.ts";
import { includesAll, isRole, may, type Need, type Permission, type Permissions, roles, withReads } from "./rules/permissions.ts";

export type { StaffRole } from "./queries/roles.ts";

/** The fields of a role that can be edited. */
export type RoleFields = { name: string; permissions: Permission[] };

const longestName = 40;

const builtInRoles: readonly StaffRole[] = roles.map((id) => roleOfRow({ id, name: id, permissions: null }));

/** The built-in roles, and then the owner's own. */
export const listRoles = async (reader: Db | Tx): Promise<StaffRole[]> => [
  ...builtInRoles,
  ...(await findOwnRoles(reader)).map(roleOfRow),
];

/** The number of people with each role, by the role's id. */
export const holdersOfRoles = (db: Db): Promise<ReadonlyMap<string, number>> => countHolders(db);

/** A built-in role or an own role of the owner, by its id; undefined if there is none. */
export async function findRole(reader: Db | Tx, id: string): Promise<StaffRole | undefined> {
  if (isRole(id)) return roleOfRow({ id, name: id, permissions: null });
  const row = await findOwnRole(reader, id);
  return row && roleOfRow(row);
}

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** A built-in role or an own role of the owner, by its name in any letter case. */
export const roleByName = async (reader: Db | Tx, name: string): Promise<StaffRole | undefined> =>
  (await listRoles(reader)).find((role) => sameName(role.name, name));

/** Whether a person's present role still allows something that they began earlier. */
export async function mayStill(db: Db, staffId: string, need: Need): Promise<boolean> {
  const role = await findRoleOfPerson(db, staffId);
  return role !== undefined && may(role, need);
}

const beyond = refuse("forbidden", "This takes more than you may do yourself. Ask an owner.");

/**
 * Refuses a change to permissions that the person who makes the change lacks at this moment. Nobody
 * may give, change, or take away permissions that they lack. The owner's commands may do
 * everything.
 */
export async function refuseBeyond(
  tx: Tx,
  { actor }: AuditSource,
  ...concerned: readonly Iterable<Permission>[]
): Promise<Refusal | undefined> {
  if (!actor.startsWith("staff:")) return undefined;
  const role = await findRoleOfPerson(tx, actor.slice("staff:".length));
  const held: Permissions = role?.permissions ?? new Set();
  return concerned.every((permissions) => includesAll(held, permissions)) ? undefined : beyond;
}

/**
 * A role that the owner has made. Locks the rows of all members of the staff, so that nobody gets
 * the role before the transaction ends.
 */
export async function lockRole(tx: Tx, id: string): Promise<RoleFields | undefined> {
  await lockStaff(tx);
  const row = await findOwnRole(tx, id);
  return row && { name: row.name, permissions: withReads(roleOfRow(row).permissions) };
}

async function checkRole(tx: Tx, id: string, { name, permissions }: RoleFields): Promise<Outcome<RoleFields>> {
  const trimmed = name.trim();
  const other = await roleByName(tx, trimmed);
  if (trimmed === "") return invalidFields([{ field: "name", message: "Give the role a name." }]);
  if (trimmed.length > longestName) return invalidFields([{ field: "name", message: "Choose a name of up to 40 characters." }]);
  if (other && other.id !== id) return invalidFields([{ field: "name", message: "There is a role of this name already." }]);
  if (permissions.length === 0)
    return invalidFields([{ field: "permissions", message: "Choose what people with this role may do." }]);
  return ok({ name: trimmed, permissions: withReads(permissions) });
}

/** Joins `tx`: adds a role. Refuses a role that allows more than the actor may do. */
export async function addRole(
  tx: Tx,
  id: string,
  fields: RoleFields,
  now: number,
  source: AuditSource,
): Promise<Outcome<unknown>> {
  const role = await checkRole(tx, id, fields);
  if (!role.ok) return role;
  const { name, permissions } = role.value;
  const refusal = await refuseBeyond(tx, source, permissions);
  if (refusal) return refusal;
  await insertRole(tx, { id, name, permissions: JSON.stringify(permissions), created_at: now });
  return role;
}

/**
 * Joins `tx`: changes a role, at once for all people who have it. Refuses to give or take
 * permissions that the actor lacks.
 */
export async function changeRole(
  tx: Tx,
  id: string,
  fields: RoleFields,
  _now: number,
  source: AuditSource,
): Promise<Outcome<unknown>> {
  const [saved, role] = [await findRole(tx, id), await checkRole(tx, id, fields)];
  if (!saved) return notFound;
  if (!role.ok) return role;
  const { name, permissions } = role.value;
  const refusal = await refuseBeyond(tx, source, saved.permissions, permissions);
  if (refusal) return refusal;
  await updateRole(tx, id, { name, permissions: JSON.stringify(permissions) });
  return role;
}

const hasHolders = refuse("forbidden", "Somebody has this role. Give them another one first.");

/** Joins `tx`: removes a role that nobody has. */
export async function removeRole(tx: Tx, id: string, _now: number, source: AuditSource): Promise<Outcome<unknown>> {
  const saved = await findRole(tx, id);
  if (!saved) return notFound;
  if (((await countHolders(tx)).get(id) ?? 0) > 0) return hasHolders;
  const refusal = await refuseBeyond(tx, source, saved.permissions);
  if (refusal) return refusal;
  await deleteRole(tx, id);
  return ok({});
}
