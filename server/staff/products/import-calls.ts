import { z } from "zod";
import { staffImportCancelPath, staffImportPath, staffImportStartPath, staffImportsPath } from "../paths.ts";
import { nothing, type StaffCall } from "../staff-call.ts";

const imports = { method: "POST", guard: "csrf", answer: nothing, needs: "products:write" } as const;

const category = z.string().max(60);

/**
 * `create` has the names of missing categories to add. With `createAll`, all missing categories are
 * added.
 */
export const startBody = z.object({
  create: z.union([category, z.array(category).max(200)]).default([]),
  createAll: z.literal("1").optional(),
});

export const importCalls = {
  uploadProducts: {
    ...imports,
    path: staffImportsPath,
    summary: "Uploads a product file and tries what its import would change",
    file: { field: "file", types: ["text/csv"] },
    codes: ["signed_out", "limit_reached"],
  },
  startImport: {
    ...imports,
    path: staffImportStartPath(":id"),
    screen: staffImportPath(":id"),
    summary: "Imports a file whose dry run is done",
    body: startBody,
    codes: ["signed_out", "changed"],
  },
  cancelImport: {
    ...imports,
    path: staffImportCancelPath(":id"),
    screen: staffImportPath(":id"),
    summary: "Ends an import, or discards its file; what was imported stays",
    codes: ["signed_out", "changed"],
  },
} as const satisfies Record<string, StaffCall>;
