import { addCategories } from "../../catalog/category-records.ts";
import { productIdsOf } from "../../catalog/product-record.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { transactOutcome } from "../../db/transaction.ts";
import { storeUpload } from "../../media/store-upload.ts";
import { type Outcome, ok } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import type { ImportedProduct, ImportParts } from "../../transfer/product-import/continue.ts";
import { beginImport, cancelImport } from "../../transfer/product-import/decide.ts";
import { type ImportOptions, optionsIn } from "../../transfer/product-import/options.ts";
import { progressIn } from "../../transfer/product-import/progress.ts";
import type { ImportRow } from "../../transfer/product-import/read.ts";
import { acceptUpload } from "../../transfer/product-import/upload.ts";
import { mayStill } from "../people/roles.ts";
import { importNeeds } from "../people/rules/permissions.ts";
import { type AuditSource, type Change, recordChange, recordChanges } from "../records/audit.ts";
import { categoryKind } from "./category-kind.ts";
import { productKind } from "./product-kind.ts";

const kind = "product import";

/** Whether an import may go on: the person who uploaded it may have another role by now. */
export async function mayImport(db: Db, { staff_id, options }: ImportRow): Promise<boolean> {
  for (const need of importNeeds(optionsIn(options).stock)) if (!(await mayStill(db, staff_id, need))) return false;
  return true;
}

/** The most ms of one job; less than the job's deadline, so that other jobs do not wait long. */
const budgetMs = 8_000;

/** The source of an import's changes: the person who uploaded the file. */
const sourceOf = ({ staff_id, request_id }: ImportRow): AuditSource => ({ actor: `staff:${staff_id}`, requestId: request_id });

const actionOf = ({ saved, differs }: ImportedProduct): string =>
  saved === "created" ? "created by an import" : `changed by an import: ${differs.join(", ")}`;

async function recordProducts(tx: Tx, run: ImportRow, products: readonly ImportedProduct[], now: number): Promise<void> {
  const slugs = products.map(({ slug }) => slug);
  const ids = await productIdsOf(tx, slugs);
  const changes = products.map((product): Change => {
    return { kind: productKind.kind, id: ids.get(product.slug) ?? "", action: actionOf(product) };
  });
  await recordChanges(tx, sourceOf(run), changes, now);
}

async function recordEnd(tx: Tx, run: ImportRow, now: number): Promise<void> {
  const { created, changed, unchanged, refused } = progressIn(run.progress);
  const after = { file: run.name, created, changed, unchanged, refused };
  await recordChange(tx, sourceOf(run), { kind, id: run.id, action: run.state, after }, now);
}

/** The parts that a job needs to continue an import. */
export const importParts = ({ db, media, now, generateImage }: Shop): ImportParts => ({
  db,
  media,
  now,
  budgetMs,
  recordProducts,
  recordEnd,
  isDrawing: (key) => generateImage(key) !== undefined,
  storePicture: storeUpload,
});

type Accepted = { id: string; name: string; size: number; options: ImportOptions };

/** Begins the dry run of an upload. Refuses while another file is being read or imported. */
export const acceptFile = (
  db: Db,
  { name, ...upload }: Accepted,
  source: AuditSource,
  now: number,
): Promise<Outcome<{ id: string }>> =>
  transactOutcome<Outcome<{ id: string }>>(db, async (tx) => {
    const accepted = await acceptUpload(tx, upload, now);
    if (accepted.ok)
      await recordChange(tx, source, { kind, id: upload.id, action: "uploaded", after: { file: name, bytes: upload.size } }, now);
    return accepted;
  });

/**
 * Imports a file after its dry run, and adds categories with these names. If the button is pressed
 * twice, the import begins once.
 */
export const startImport = (
  db: Db,
  { id, categories }: { id: string; categories: readonly string[] },
  source: AuditSource,
  now: number,
): Promise<Outcome<object>> =>
  transactOutcome<Outcome<object>>(db, async (tx) => {
    const begun = await beginImport(tx, id, now);
    if (!begun.ok) return begun;
    const { run, isNew } = begun.value;
    if (!isNew) return ok({});
    const added = await addCategories(tx, categories);
    if (!added.ok) return added;
    for (const categoryId of added.value) {
      const after = await categoryKind.read(tx, categoryId);
      await recordChange(tx, source, { kind: categoryKind.kind, id: categoryId, action: "added by an import", after }, now);
    }
    await recordChange(tx, source, { kind, id, action: "begun", after: { file: run.name } }, now);
    return ok({});
  });

/** Ends an import at once, and deletes its file; the imported part stays. */
export const stopImport = (db: Db, id: string, source: AuditSource, now: number): Promise<Outcome<object>> =>
  transactOutcome<Outcome<object>>(db, async (tx) => {
    const ended = await cancelImport(tx, id, now);
    if (!ended.ok) return ended;
    const { run, isNew } = ended.value;
    const action = run.began_at === null ? "discarded" : "canceled";
    if (isNew) await recordChange(tx, source, { kind, id, action, after: { file: run.name } }, now);
    return ok({});
  });
