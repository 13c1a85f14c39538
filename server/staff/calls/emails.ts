import { z } from "zod";
import { fieldErrors } from "../../web/call.ts";
import { staffEmailPath, staffEmailResetPath } from "../paths.ts";
import { seen } from "../schema.ts";
import { nothing, type StaffCall } from "./staff-call.ts";

/** The feature refuses too long fields in words; this bounds all of them. */
const text = (most: number) => z.string().max(most).default("");
const emails = { method: "POST", guard: "csrf", answer: nothing, needs: "emails:write" } as const;

export const emailCalls = {
  saveEmail: {
    ...emails,
    path: staffEmailPath(":kind"),
    summary: "Saves the words of an email that the shop sends, shows how it will be, or sends a sample to who asks",
    body: z.object({
      ...{ subject: text(2000), heading: text(2000), text: text(50_000), button: text(2000), small: text(5000), seen },
      intent: z.enum(["save", "preview", "html", "test"]).default("save"),
    }),
    fieldErrors,
    codes: ["signed_out", "changed", "too_many_tries"],
  },
  resetEmail: {
    ...emails,
    path: staffEmailResetPath(":kind"),
    screen: staffEmailPath(":kind"),
    summary: "Gives an email the shop’s own words again",
    body: z.object({ seen }),
    codes: ["signed_out", "changed"],
  },
} as const satisfies Record<string, StaffCall>;
