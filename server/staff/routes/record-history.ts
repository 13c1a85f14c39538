import type { Request } from "express";
import type { Shop } from "../../shop.ts";
import { changeIn, listChanges } from "../audit.ts";
import { auditHistory, type HistoryEntry, staffIn } from "../pages/history.ts";
import { findStaffNames } from "../queries/people.ts";
import type { AnyRecordKind, RecordKind } from "../records.ts";
import { staffOf } from "../require-staff.ts";
import type { RecordFields } from "../rules/record-changes.ts";

/** The last changes of a record, with their undoing; `saved` is the record as it is, where it is there. */
export async function historyOf<Fields extends RecordFields>(
  { db, dates }: Pick<Shop, "db" | "dates">,
  req: Request,
  kind: RecordKind<Fields>,
  id: string,
  saved?: Fields,
): Promise<HistoryEntry[]> {
  const entries = await listChanges(db, { kind: kind.kind, id }, 50);
  const names = await findStaffNames(db, staffIn(entries.map(({ actor }) => actor)));
  const sides = entries.map(changeIn).flatMap(({ before = {}, after = {} }) => [before, after] as Partial<Fields>[]);
  const referenced = await kind.referenced?.(db, id, saved ? [saved, ...sides] : sides);
  const undo = { kind: kind as unknown as AnyRecordKind, role: staffOf(req).role, saved };
  return auditHistory(entries, names, dates, { ...undo, ...(referenced && { referenced }) });
}
