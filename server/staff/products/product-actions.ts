import { copyOfProduct, insertCopy } from "../../catalog/duplicate-product.ts";
import type { Db } from "../../db/tables.ts";
import { transactOutcome } from "../../db/transaction.ts";
import { newShortId } from "../../ids.ts";
import { notFound, type Outcome, ok } from "../../outcome.ts";
import type { AuditSource } from "../records/audit.ts";
import { addRecord, changeRecord, type SavedRecord } from "../records/records.ts";
import { productKind } from "./product-kind.ts";

type ProductAction = { id: string; source: AuditSource; now: number };

/**
 * Adds a draft copy of a product under the id `copyId`, once: if the button is pressed twice, the
 * second press finds the copy already there.
 */
export const duplicateProduct = (
  db: Db,
  { id, copyId, source, now }: ProductAction & { copyId: string },
): Promise<Outcome<SavedRecord>> =>
  transactOutcome<Outcome<SavedRecord>>(db, async (tx) => {
    const product = await productKind.read(tx, id);
    if (!product) return notFound;
    if (await productKind.read(tx, copyId)) return ok({ id: copyId });
    const newIds = new Map(product.variants.map((variant) => [variant.id, newShortId()]));
    const fields = await copyOfProduct(tx, product, newIds);
    const insert: typeof productKind.insert = (tx, _, fields, now) =>
      insertCopy(tx, { id: copyId, from: id, fields, newIds }, now);
    const record = { id: copyId, fields, action: `copied from ${product.name}` };
    return await addRecord(tx, { ...productKind, insert }, record, source, now);
  });

/** Archives a product, which hides it, or brings it back as a draft. */
export const archiveProduct = (
  db: Db,
  { id, isArchived, source, now }: ProductAction & { isArchived: boolean },
): Promise<Outcome<SavedRecord>> =>
  transactOutcome<Outcome<SavedRecord>>(db, async (tx) => {
    const saved = await productKind.read(tx, id);
    if (!saved) return notFound;
    const fields = isArchived ? { archived: true, published: false } : { archived: false };
    const action = isArchived ? "archived" : "brought back";
    return await changeRecord(tx, productKind, { id, saved, fields, action }, source, now);
  });
