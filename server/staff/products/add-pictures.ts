import type { PictureFields } from "../../catalog/rules/product-fields.ts";
import { transactOutcome } from "../../db/transaction.ts";
import { storeUpload } from "../../media/store-upload.ts";
import { notFound, type Outcome, ok } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import type { AuditSource } from "../records/audit.ts";
import { changeRecord } from "../records/records.ts";
import { picturesKind } from "./product-kind.ts";

/**
 * Stores pictures in the same way as an import, and adds them after all pictures of the product,
 * also those added meanwhile. If one file is no picture, refuses all files and names that file.
 */
export async function addPictures(
  { db, media }: Pick<Shop, "db" | "media">,
  id: string,
  files: readonly { name: string; bytes: Buffer }[],
  source: AuditSource,
  now: number,
): Promise<Outcome<{ added: number }>> {
  const added: PictureFields[] = [];
  for (const { name, bytes } of files) {
    const stored = await storeUpload(bytes, media);
    if (!stored.ok) return { ...stored, error: `${name}: ${stored.error}.` };
    added.push({ kind: "stored", ...stored.value, alt: "", wantedUrl: null });
  }
  return await transactOutcome<Outcome<{ added: number }>>(db, async (tx) => {
    const saved = await picturesKind.read(tx, id);
    if (!saved) return notFound;
    const fields = { pictures: [...saved.pictures, ...added] };
    const changed = await changeRecord(tx, picturesKind, { id, saved, fields, action: "pictures added" }, source, now);
    return changed.ok ? ok({ added: added.length }) : changed;
  });
}
