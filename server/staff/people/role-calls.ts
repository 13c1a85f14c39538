import { z } from "zod";
import { textLine } from "../../text-schemas.ts";
import { fieldErrors } from "../../web/call.ts";
import { staffNewRolePath, staffRolePath, staffRoleRemovalPath } from "../paths.ts";
import { nothing, type StaffCall, seen } from "../staff-call.ts";
import { permissions } from "./rules/permissions.ts";

const permission = z.enum(permissions, "isn’t one of the permissions");
/**
 * `permissions` may be a single text instead of a list, since a form with only one ticked box sends
 * a single text.
 */
export const roleBody = z.object({
  id: textLine(64).default(""),
  name: textLine(200),
  permissions: z.union([permission, z.array(permission).max(100)]).default([]),
  seen,
});
const roleRemovalBody = z.object({ seen });

const needs = "people:write";

export const roleCalls = {
  createRole: {
    method: "POST",
    path: staffNewRolePath,
    summary: "Adds a role of what its people may do",
    guard: "csrf",
    body: roleBody,
    answer: nothing,
    fieldErrors,
    needs,
    codes: ["signed_out", "reauthenticate", "changed"],
    money: true,
  },
  saveRole: {
    method: "POST",
    path: staffRolePath(":id"),
    summary: "Changes what people with a role may do, at once",
    guard: "csrf",
    body: roleBody,
    answer: nothing,
    fieldErrors,
    needs,
    codes: ["signed_out", "reauthenticate", "changed"],
    money: true,
  },
  removeRole: {
    method: "POST",
    path: staffRoleRemovalPath(":id"),
    screen: staffRolePath(":id"),
    summary: "Removes a role that nobody has",
    guard: "csrf",
    body: roleRemovalBody,
    answer: nothing,
    needs,
    codes: ["signed_out", "reauthenticate", "changed"],
    money: true,
  },
} as const satisfies Record<string, StaffCall>;
