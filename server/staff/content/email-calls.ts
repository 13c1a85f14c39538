import { z } from "zod";
import { fieldErrors } from "../../web/call.ts";
import { staffEmailPath, staffEmailRecipientsPath, staffEmailResetPath } from "../paths.ts";
import { nothing, type StaffCall, seen } from "../staff-call.ts";
import { emailForm } from "./email-form.ts";
import { recipientsForm } from "./recipients-form.ts";

const emails = { method: "POST", guard: "csrf", answer: nothing, needs: "emails:write" } as const;

export const emailCalls = {
  saveEmail: {
    ...emails,
    path: staffEmailPath(":kind"),
    summary: "Saves the words of an email that the shop sends, shows how it will be, or sends a sample to who asks",
    body: z.object({
      ...emailForm().body,
      seen,
      intent: z.enum(["save", "preview", "html", "test"]).default("save"),
    }),
    fieldErrors,
    codes: ["signed_out", "changed", "too_many_tries"],
  },
  saveRecipients: {
    ...emails,
    path: staffEmailRecipientsPath,
    summary: "Says who gets the emails to the owner",
    body: z.object({ ...recipientsForm().body, seen }),
    fieldErrors,
    codes: ["signed_out", "reauthenticate", "changed"],
    money: true,
    needs: "settings:write",
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
