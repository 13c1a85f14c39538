import { z } from "zod";
import { permissions } from "./rules/permissions.ts";

const text = (most: number) => z.string().max(most);
/**
 * A text without control characters: PostgreSQL cannot store U+0000, and a name stands in a line of
 * an email.
 */
const line = (most: number) => text(most).refine((typed) => !/\p{Cc}/u.test(typed), "must not contain control characters");

export const signInBody = z.object({
  email: line(300),
  password: text(500),
  code: line(100).default(""),
  next: text(1000).optional(),
});

export const joinBody = z.object({ token: text(100), name: line(200), password: text(500) });
export const codeBody = z.object({ code: line(100).default("") });
export const personBody = z.object({ email: line(300), role: line(64).default("") });
/** The values that the form showed, by `versionOf`. */
export const seen = line(64).default("");
export const changedPersonBody = z.object({ name: line(200), role: line(64).default(""), seen });
const permission = z.enum(permissions, "isn’t one of the permissions");
/** `permissions`: a form with one ticked box sends no list. */
export const roleBody = z.object({
  id: line(64).default(""),
  name: line(200),
  permissions: z.union([permission, z.array(permission).max(100)]).default([]),
  seen,
});
export const roleRemovalBody = z.object({ seen });
export const linkBody = z.object({ resetSteps: z.literal(["", "1"]).default("") });
