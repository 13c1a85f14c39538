import type { Db } from "../../db/tables.ts";
import { transact } from "../../db/transaction.ts";
import { reviewKind } from "../content/review-kind.ts";
import { staffProductsPath, staffReviewsPath, staffRulesPath } from "../paths.ts";
import { productKind } from "../products/product-kind.ts";
import { recordKinds } from "../records/kinds.ts";
import { findEntriesOfRequest } from "../records/queries/audit.ts";
import type { RecordKind } from "../records/records.ts";
import type { RecordFields } from "../records/rules/record-changes.ts";
import { undoChange } from "../records/undo.ts";
import { promoKind } from "../selling/kinds.ts";
import type { BulkAction } from "./bulk.ts";

/** The run to undo, by its request id, which the audit entries of its changes have. */
export type UndoneRun = { requestId: string };

type UndoAction = BulkAction<UndoneRun, string>;

/** Undoes the changes of a run, record by record, like “Undo” in a record's history. */
function undoOf<Fields extends RecordFields>(
  kind: RecordKind<Fields>,
  { name, path }: { name: string; path: string },
): UndoAction {
  const nameOf = (db: Db, id: string): Promise<string> =>
    transact(db, async (tx) => {
      const record = await kind.read(tx, id);
      return record ? kind.name(record, id) : id;
    });
  return {
    name,
    title: "Undone together",
    path,
    needs: kind.needs,
    undoes: kind.kind,
    preview: async () => ({ will: 0, isCapped: false, wont: [] }),
    next: async (db, { requestId }, after = "", limit) => {
      const entries = await findEntriesOfRequest(db, { requestId, kind: kind.kind, after }, limit);
      const records = [];
      for (const { id, record_id } of entries) records.push({ id, position: id, name: await nameOf(db, record_id) });
      return records;
    },
    act: (db, entryId, actor, now, { requestId }) => undoChange(db, recordKinds, entryId, { actor, requestId }, now),
    doneWords: (count) => (count === 1 ? "1 change was undone." : `${count} changes were undone.`),
  };
}

/** The undo actions: one for each kind of record that actions on many records change. */
export const undoActions: readonly UndoAction[] = [
  undoOf(productKind, { name: "undo-products", path: staffProductsPath }),
  undoOf(promoKind, { name: "undo-promos", path: staffRulesPath("promos") }),
  undoOf(reviewKind, { name: "undo-reviews", path: staffReviewsPath }),
];
