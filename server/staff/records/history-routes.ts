import type { Request } from "express";
import type { Shop } from "../../shop.ts";
import { findStaffNames } from "../people/queries/people.ts";
import { staffOf } from "../sign-in/require-staff.ts";
import { changeIn, listChanges, listChangesOfKind } from "./audit.ts";
import { auditHistory, type HistoryEntry, staffIn } from "./history-page.ts";
import type { RecordKind } from "./records.ts";
import type { RecordFields } from "./rules/record-changes.ts";

/** The last changes of a record, with their undo; `saved` is the present record, if it exists. */
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
  const undo = { kind, staff: staffOf(req), saved };
  return auditHistory(entries, names, dates, { ...undo, ...(referenced && { referenced }) });
}

/** The last changes of all records of a kind; each change has the id of its record. */
export async function kindHistoryOf<Fields extends RecordFields>(
  { db, dates }: Pick<Shop, "db" | "dates">,
  req: Request,
  kind: RecordKind<Fields>,
  limit: number,
): Promise<HistoryEntry[]> {
  const entries = await listChangesOfKind(db, kind.kind, limit);
  const names = await findStaffNames(db, staffIn(entries.map(({ actor }) => actor)));
  const undo = { kind, staff: staffOf(req) };
  // Whether a change can be undone depends on later changes of its own record.
  const ofRecords = Map.groupBy(entries, ({ record_id }) => record_id);
  const entryOf = new Map(
    [...ofRecords.values()].flatMap((own) => auditHistory(own, names, dates, undo).map((entry, at) => [own[at]?.id, entry])),
  );
  return entries.flatMap(({ id, record_id }) => {
    const entry = entryOf.get(id);
    return entry ? [{ ...entry, note: record_id }] : [];
  });
}
