import { staffImportCancelPath, staffImportStartPath, staffImportsPath } from "../paths.ts";
import { nothing, type StaffCall } from "./staff-call.ts";

const imports = { method: "POST", guard: "csrf", answer: nothing, needs: "products:write" } as const;

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
    summary: "Imports a file whose dry run is done",
    codes: ["signed_out", "changed"],
  },
  cancelImport: {
    ...imports,
    path: staffImportCancelPath(":id"),
    summary: "Ends an import, or discards its file; what was imported stays",
    codes: ["signed_out", "changed"],
  },
} as const satisfies Record<string, StaffCall>;
