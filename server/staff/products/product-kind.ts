import { readPapers } from "../../catalog/papers.ts";
import { readCosts } from "../../catalog/product-costs.ts";
import { readPictures, writePictures } from "../../catalog/product-pictures.ts";
import { insertProduct, readProduct, writeProduct } from "../../catalog/product-record.ts";
import { removeProduct } from "../../catalog/remove-product.ts";
import type { ProductFields, ProductPictures } from "../../catalog/rules/product-fields.ts";
import type { Tx } from "../../db/tables.ts";
import { ok, refuse } from "../../outcome.ts";
import { recordKind } from "../forms/record-kind.ts";
import { staffPicturesPart, staffProductPath } from "../paths.ts";
import { type AuditSource, recordChange } from "../records/audit.ts";
import type { FieldParts, RecordKind } from "../records/records.ts";
import { costsKind } from "./cost-kind.ts";
import { papersKind } from "./paper-kind.ts";
import { productForm } from "./product-form.ts";
import { listWords, pictureLines, shownPictureLines, variantDifferences, variantLines } from "./product-lines.ts";
import { findProductUses } from "./queries/product-uses.ts";
import { putBackPictures } from "./rules/picture-undo.ts";
import { mergeVariants, putBackVariants } from "./rules/variant-undo.ts";
import { variantTitles } from "./variant-titles.ts";

const variantParts = { differences: variantDifferences, merge: mergeVariants };

/** The refusal to delete a product to which other records refer. */
const stillNeeded = (uses: readonly string[]) =>
  refuse("limit_reached", `It can’t be deleted: ${uses.join("; ")}. Archive it instead.`);

/** Records what a removed product's own entry lacks, so that an undo can bring it back. */
async function recordParts(tx: Tx, id: string, now: number, source: AuditSource): Promise<void> {
  const part = { id, action: "removed with the product" };
  const saved = await readPictures(tx, id);
  if (saved && saved.pictures.length > 0)
    await recordChange(tx, source, { ...part, kind: picturesKind.kind, before: saved, after: { ...saved, pictures: [] } }, now);
  const papers = await readPapers(tx, id);
  if (papers && papers.papers.length > 0)
    await recordChange(tx, source, { ...part, kind: papersKind.kind, before: papers, after: { papers: [] } }, now);
  const costs = Object.entries((await readCosts(tx, id))?.costs ?? {});
  if (costs.every(([, cost]) => cost === null)) return;
  const before = { costs: Object.fromEntries(costs) };
  const after = { costs: Object.fromEntries(costs.map(([variantId]) => [variantId, null])) };
  await recordChange(tx, source, { ...part, kind: costsKind.kind, before, after }, now);
}

/**
 * A product and its variants. It can be removed if no other record refers to it. A removal notes
 * its pictures, papers and costs in history entries of their own.
 */
export const productKind = recordKind<ProductFields>({
  kind: "product",
  needs: "products:write",
  name: ({ name }) => name,
  path: staffProductPath,
  form: productForm,
  lines: (field, { before, after }) =>
    field === "variants" ? variantLines(before.variants ?? [], after.variants ?? []) : undefined,
  parts: { variants: variantParts as FieldParts },
  putBack({ saved, before, after }) {
    if (!before.variants || !after.variants) return ok({});
    const variants = putBackVariants({ saved: saved.variants, before: before.variants, after: after.variants });
    return variants.ok ? ok({ variants: variants.value }) : variants;
  },
  read: readProduct,
  write: writeProduct,
  insert: insertProduct,
  async remove(tx, id, now, source) {
    const uses = await findProductUses(tx, id);
    if (uses.length > 0) return stillNeeded(uses);
    await recordParts(tx, id, now, source);
    await removeProduct(tx, id);
    return ok({});
  },
});

/** The pictures of a product, and the picture of each variant. */
export const picturesKind: RecordKind<ProductPictures> = {
  kind: "product pictures",
  needs: "products:write",
  name: () => "Pictures",
  path: (id) => staffPicturesPart(id),
  labels: { pictures: "Pictures", shows: "Pictures of variants" },
  words: (field, value, { referenced }) => {
    if (field === "pictures")
      return listWords((value as ProductPictures["pictures"]).map(({ alt }, at) => `${at + 1}. ${alt || "no description"}`));
    const shows = Object.entries((value as ProductPictures["shows"]) ?? {});
    return listWords(shows.map(([id, at]) => [referenced.get(id), at + 1].filter(Boolean).join(": ")));
  },
  lines: (field, { before, after }, { referenced }) =>
    field === "pictures"
      ? pictureLines(before.pictures ?? [], after.pictures ?? [])
      : shownPictureLines(before, after, referenced),
  putBack: putBackPictures,
  auditsAllFields: true,
  referenced: variantTitles,
  read: readPictures,
  write: writePictures,
};
