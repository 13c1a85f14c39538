import { ok } from "../../outcome.ts";
import { valuesOf } from "../forms/body.ts";
import { line } from "../forms/fields.ts";
import { type FormField, form } from "../forms/form.ts";
import { roleBody } from "./role-calls.ts";
import type { RoleFields } from "./roles.ts";
import { isPermission, type Permission, permissionWords, withReads } from "./rules/permissions.ts";

const label = "May do";
/** The permissions by area. A role's page shows only the permissions that its viewer may give. */
const permissions: FormField<Permission[]> = {
  label,
  body: roleBody.shape.permissions,
  views: () => [],
  read: ({ body, name }) => ok(withReads(valuesOf(body, name).filter(isPermission))),
  words: (value) => (Array.isArray(value) ? value.filter(isPermission).map(permissionWords).join("; ") : undefined),
};

/** The form of a role that the owner makes. */
export const roleForm = form<RoleFields>({ name: { ...line("Name"), body: roleBody.shape.name }, permissions });
