import { z } from "zod";
import { fieldErrors } from "../../web/call.ts";
import { staffSynonymsPath } from "../paths.ts";
import { nothing, type StaffCall, seen } from "../staff-call.ts";
import { synonymsForm } from "./synonyms-form.ts";

export const synonymCalls = {
  saveSynonyms: {
    method: "POST",
    guard: "csrf",
    answer: nothing,
    needs: "products:write",
    path: staffSynonymsPath,
    summary: "Saves the words that mean the same in the shop’s search",
    body: z.object({ ...synonymsForm.body, seen }),
    fieldErrors,
    codes: ["signed_out", "changed"],
  },
} as const satisfies Record<string, StaffCall>;
