import { staffRolePath } from "./paths.ts";
import type { RecordKind } from "./records.ts";
import { addRole, changeRole, lockRole, type RoleFields, removeRole } from "./roles.ts";
import { isPermission, permissionWords } from "./rules/permissions.ts";

/** A role that the owner has made. */
export const roleKind: RecordKind<RoleFields> = {
  kind: "staff role",
  needs: "people:write",
  money: true,
  grants: true,
  name: ({ name }) => name,
  path: staffRolePath,
  labels: { name: "Name", permissions: "May do" },
  words: (field, value) =>
    field === "permissions" && Array.isArray(value) ? value.filter(isPermission).map(permissionWords).join("; ") : undefined,
  read: lockRole,
  write: changeRole,
  insert: addRole,
  remove: removeRole,
};
