import type { Db, Tx } from "../../db/tables.ts";
import { transactOutcome } from "../../db/transaction.ts";
import { notFound, type Outcome, ok } from "../../outcome.ts";
import { hasEntryOfRequest } from "../records/queries/audit.ts";
import { changeRecord, type RecordKind, type SavedRecord } from "../records/records.ts";
import type { RecordFields } from "../records/rules/record-changes.ts";

export type BulkChange = { id: string; actor: `staff:${string}`; requestId: string; now: number };
export type ChangedFields<Fields> = Outcome<Partial<Fields>>;

/**
 * Changes one record at most once in a run. An audit entry with the run's request id shows that the
 * run has changed it.
 */
export const changeOnce = <Fields extends RecordFields>(
  db: Db,
  kind: RecordKind<Fields>,
  { id, actor, requestId, now }: BulkChange,
  action: string,
  fieldsFor: (saved: Fields, tx: Tx) => ChangedFields<Fields> | Promise<ChangedFields<Fields>>,
): Promise<Outcome<SavedRecord>> =>
  transactOutcome<Outcome<SavedRecord>>(db, async (tx) => {
    const saved = await kind.read(tx, id);
    if (!saved) return notFound;
    if (await hasEntryOfRequest(tx, { requestId, kind: kind.kind, recordId: id })) return ok({ id });
    const fields = await fieldsFor(saved, tx);
    if (!fields.ok) return fields;
    return await changeRecord(tx, kind, { id, saved, fields: fields.value, action }, { actor, requestId }, now);
  });
