import { z } from "zod";
import { fieldErrors } from "../../web/call.ts";
import { staffPapersPath, staffPaperUploadPath, staffProductPath } from "../paths.ts";
import { nothing, type StaffCall, seen } from "../staff-call.ts";

const papers = {
  method: "POST",
  guard: "csrf",
  screen: staffProductPath(":id"),
  answer: nothing,
  fieldErrors,
  needs: "products:write",
} as const;

/** The calls that change papers; the form of `savePapers` has fields for each paper. */
export const paperCalls = {
  savePapers: {
    ...papers,
    path: staffPapersPath(":id"),
    summary: "Names, marks and removes a product’s papers",
    body: z.looseObject({ seen }),
    codes: ["signed_out", "changed"],
  },
  uploadPaper: {
    ...papers,
    path: staffPaperUploadPath(":id"),
    summary: "Adds a paper to a product, or replaces one",
    file: { field: "paper", types: ["application/pdf"] },
    codes: ["signed_out"],
  },
} as const satisfies Record<string, StaffCall>;
