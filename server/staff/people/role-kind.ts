import { recordKind } from "../forms/record-kind.ts";
import { staffRolePath } from "../paths.ts";
import { roleForm } from "./role-form.ts";
import { addRole, changeRole, lockRole, removeRole } from "./roles.ts";

/** A role that the owner has made. */
export const roleKind = recordKind({
  kind: "staff role",
  needs: "people:write",
  money: true,
  grants: true,
  name: ({ name }) => name,
  path: staffRolePath,
  form: roleForm,
  read: lockRole,
  write: changeRole,
  insert: addRole,
  remove: removeRole,
});
