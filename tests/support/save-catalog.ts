import { cleanProduct, type NewProduct } from "../../server/catalog/new-product.ts";
import { insertMissing } from "../../server/catalog/queries/values.ts";
import { saveProducts } from "../../server/catalog/save-products.ts";
import type { Tx } from "../../server/db/tables.ts";
import { newShortId } from "../../server/ids.ts";
import { ok } from "../../server/outcome.ts";

type StockPolicy = Parameters<typeof saveProducts>[2]["stock"];

/** Creates or changes a whole product, as an import of this product alone would. */
export async function saveProduct(tx: Tx, product: NewProduct, now: number, stock: StockPolicy = "kept") {
  const [outcome] = await saveProducts(tx, [cleanProduct(product)], { now, stock });
  if (!outcome) throw new Error("a product was neither saved nor refused");
  return outcome.ok ? ok(outcome.value.saved) : outcome;
}

export type NewAttribute = { slug: string; name: string; position: number; values: readonly { slug: string; name: string }[] };

/** Creates or renames an attribute and adds missing values in the given order. */
export async function saveAttribute(tx: Tx, { slug, name, position, values }: NewAttribute): Promise<void> {
  await insertMissing(tx, "attribute", [{ id: newShortId(), slug, name, position }]);
  await tx.updateTable("attribute").set({ name, position }).where("slug", "=", slug).execute();
  const { id } = await tx.selectFrom("attribute").select("id").where("slug", "=", slug).executeTakeFirstOrThrow();
  const rows = values.map((value, at) => ({ id: newShortId(), attribute_id: id, ...value, position: at }));
  if (rows.length > 0) await insertMissing(tx, "attribute_value", rows);
}
