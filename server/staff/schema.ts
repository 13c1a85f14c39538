import { z } from "zod";
import { text, textLine } from "../text-schemas.ts";
import { permissions } from "./rules/permissions.ts";

export const signInBody = z.object({
  email: textLine(300),
  password: text(500),
  code: textLine(100).default(""),
  next: text(1000).optional(),
});

export const joinBody = z.object({ token: text(100), name: textLine(200), password: text(500) });
export const codeBody = z.object({ code: textLine(100).default("") });
export const personBody = z.object({ email: textLine(300), role: textLine(64).default("") });
/** The values that the form showed, by `versionOf`. */
export const seen = textLine(64).default("");
export const changedPersonBody = z.object({ name: textLine(200), role: textLine(64).default(""), seen });
const permission = z.enum(permissions, "isn’t one of the permissions");
/** `permissions`: a form with one ticked box sends no list. */
export const roleBody = z.object({
  id: textLine(64).default(""),
  name: textLine(200),
  permissions: z.union([permission, z.array(permission).max(100)]).default([]),
  seen,
});
export const roleRemovalBody = z.object({ seen });
export const linkBody = z.object({ resetSteps: z.literal(["", "1"]).default("") });
