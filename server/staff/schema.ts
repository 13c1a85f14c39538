import { z } from "zod";
import { roles } from "./rules/roles.ts";

const text = (most: number) => z.string().max(most);
/** PostgreSQL cannot store U+0000, and a name stands in a line of an email. */
const line = (most: number) => text(most).refine((typed) => !/\p{Cc}/u.test(typed), "must not contain control characters");

export const signInBody = z.object({
  email: line(300),
  password: text(500),
  code: line(100).default(""),
  next: text(1000).optional(),
});

export const joinBody = z.object({ token: text(100), name: line(200), password: text(500) });
export const codeBody = z.object({ code: line(100).default("") });
export const personBody = z.object({ email: line(300), role: z.enum(roles) });
/** What the form showed, by `versionOf`. */
export const seen = line(64).default("");
export const changedPersonBody = z.object({ name: line(200), role: z.enum(roles), seen });
export const linkBody = z.object({ resetSteps: z.literal(["", "1"]).default("") });
