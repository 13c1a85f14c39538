import type { Db } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import type { BulkAction } from "./bulk.ts";
import { staffProductsPath } from "./paths.ts";
import { productKind } from "./product-kind.ts";
import { findEntriesOfRequest } from "./queries/audit.ts";
import { recordKinds } from "./record-kinds.ts";
import { undoChange } from "./records.ts";

/** The run that is undone, by its request: its changes have that in the audit. */
export type UndoneRun = { requestId: string };

const nameOf = (db: Db, id: string): Promise<string> =>
  transact(db, async (tx) => {
    const product = await productKind.read(tx, id);
    return product ? productKind.name(product) : id;
  });

/** Puts back what a run has changed, product by product, as “Undo” in its history does. */
export const undoRun: BulkAction<UndoneRun, string> = {
  name: "undo-products",
  needs: productKind.needs,
  path: staffProductsPath,
  preview: async () => ({ will: 0, isCapped: false, wont: [] }),
  next: async (db, { requestId }, after = "", limit) => {
    const entries = await findEntriesOfRequest(db, { requestId, kind: productKind.kind, after }, limit);
    const records = [];
    for (const { id, record_id } of entries) records.push({ id, position: id, name: await nameOf(db, record_id) });
    return records;
  },
  act: (db, entryId, actor, now, { requestId }) => undoChange(db, recordKinds, entryId, { actor, requestId }, now),
  undoes: productKind.kind,
  doneWords: (count) => (count === 1 ? "1 change was undone." : `${count} changes were undone.`),
};
