import { lineFaultOf, readRedirectLines } from "../../content/redirect-lines.ts";
import type { Db } from "../../db/tables.ts";
import { transactOutcome } from "../../db/transaction.ts";
import { invalidFields, type Outcome, ok } from "../../outcome.ts";
import type { AuditSource } from "../records/audit.ts";
import { addRecord } from "../records/records.ts";
import { redirectKind } from "./kinds.ts";

/** Adds the redirects of all lines, or none: the refusal names the lines that cannot be added. */
export async function addRedirects(db: Db, text: string, source: AuditSource, now: number): Promise<Outcome<object>> {
  const lines = readRedirectLines(text);
  if (!lines.ok) return lines;
  return await transactOutcome<Outcome<object>>(db, async (tx) => {
    for (const { line, redirect } of lines.value) {
      const added = await addRecord(tx, redirectKind, { id: redirect.path, fields: redirect }, source, now);
      if (added.ok) continue;
      const words = added.code === "changed" ? "This address leads elsewhere already. Remove that redirect first." : added.error;
      return invalidFields([lineFaultOf(line, words)]);
    }
    return ok({});
  });
}
