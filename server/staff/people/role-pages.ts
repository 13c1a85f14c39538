import type { Refusal } from "../../outcome.ts";
import { readText } from "../../read-text.ts";
import { view } from "../../web/view.ts";
import { fieldError, formErrors } from "../forms/field-view.ts";
import { type StaffContext, staffFrame } from "../frame.ts";
import { recordTable } from "../lists/table.ts";
import { staffNewRolePath, staffPeoplePath, staffRolePath, staffRoleRemovalPath, staffRolesPath } from "../paths.ts";
import type { HistoryEntry } from "../records/history-page.ts";
import type { StaffRole } from "./roles.ts";
import { type Area, areas, includesAll, isRole, may, type Permission, permissionWords, roleWords } from "./rules/permissions.ts";

const areaNames = Object.keys(areas) as Area[];

/** The permissions of an area that pass `isAsked`. */
const within = (area: Area, isAsked: (permission: Permission) => boolean): Permission[] =>
  Object.keys(areas[area].permissions)
    .map((name) => `${area}:${name}` as Permission)
    .filter(isAsked);

/** The purpose of a built-in role, or the areas that the owner's own role opens. */
export function roleText({ id, permissions }: Pick<StaffRole, "id" | "permissions">): string {
  if (isRole(id)) return roleWords[id];
  return areaNames
    .filter((area) => within(area, (each) => permissions.has(each)).length > 0)
    .map((area) => areas[area].label)
    .join(", ");
}

type RolesInput = { roles: readonly StaffRole[]; holders: ReadonlyMap<string, number>; history: readonly HistoryEntry[] };

/** Every role, and the number of people who have it. */
export const rolesPage = (context: StaffContext, { roles, holders, history }: RolesInput, notice: string | undefined) => ({
  ...staffFrame(context, "Roles", staffPeoplePath),
  token: context.token,
  notice,
  create: may(context.staff, "people:write") ? staffNewRolePath : undefined,
  table: recordTable<StaffRole>({
    caption: "Roles, and who they are for",
    columns: [
      { label: "Role", cell: ({ id, name }) => ({ text: name, href: staffRolePath(id) }) },
      { label: "What it is for", cell: roleText },
      { label: "People", isFigure: true, cell: ({ id }) => String(holders.get(id) ?? 0) },
    ],
    rows: roles,
  }),
  history,
});
type RolesPage = ReturnType<typeof rolesPage>;
export const rolesView = view<RolesPage>("staff/roles");

type RoleInput = {
  /** undefined for a new role */
  role: StaffRole | undefined;
  newId: string;
  seen: string;
  holders: number;
  history: readonly HistoryEntry[];
};
type RolePageState = { notice?: string | undefined; refusal?: Refusal | undefined; typed?: Record<string, unknown> };

const typedPermissions = ({ permissions }: Record<string, unknown>): unknown[] => [permissions].flat();

/** A role's form if the viewer may change the role; otherwise the role's permissions. */
export function rolePage(
  context: StaffContext,
  { role, newId, seen, holders, history }: RoleInput,
  { notice, refusal, typed = {} }: RolePageState = {},
) {
  const held = context.staff.permissions;
  const isOwn = role === undefined || !isRole(role.id);
  const mayWrite = isOwn && may(context.staff, "people:write") && includesAll(held, role?.permissions ?? []);
  const chosen = new Set<unknown>(refusal ? typedPermissions(typed) : role?.permissions);
  return {
    ...staffFrame(context, role?.name ?? "New role", staffPeoplePath),
    token: context.token,
    list: staffRolesPath,
    notice,
    heading: role?.name ?? "New role",
    isNew: role === undefined,
    newId,
    seen,
    ...formErrors(refusal),
    mayWrite,
    about: isOwn ? undefined : "Every shop has this role; nobody changes it.",
    name: {
      name: "name",
      label: "Name",
      value: refusal ? readText(typed.name) : (role?.name ?? ""),
      error: fieldError(refusal, "name"),
      autocomplete: "off",
      maxlength: "40",
      required: true,
    },
    /**
     * the permissions that may be ticked: those of the viewer, since nobody may give permissions
     * that they lack
     */
    areas: areaNames
      .map((area) => ({
        label: areas[area].label,
        options: within(area, (each) => held.has(each)).map((value) => ({
          value,
          label: permissionWords(value),
          checked: chosen.has(value),
        })),
      }))
      .filter(({ options }) => options.length > 0),
    permissionsError: fieldError(refusal, "permissions"),
    opens: areaNames.flatMap((area) => within(area, (each) => role?.permissions.has(each) === true)).map(permissionWords),
    people: holders,
    onePerson: holders === 1,
    action: role === undefined ? staffNewRolePath : staffRolePath(role.id),
    removal: role !== undefined && mayWrite && holders === 0 ? staffRoleRemovalPath(role.id) : undefined,
    history,
  };
}
type RolePage = ReturnType<typeof rolePage>;
export const roleView = view<RolePage>("staff/role");
