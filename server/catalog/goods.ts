import type { Tx } from "../db/tables.ts";
import { done, type Outcome, refuse } from "../outcome.ts";
import { cleanDescription } from "./description.ts";
import { newId } from "./ids.ts";
import type { NewProduct } from "./new-product.ts";
import {
  findCategoryId,
  findValueIds,
  insertRows,
  type KeptProduct,
  lockProduct,
  ownersOfKeys,
  replaceValues,
  updateProduct,
} from "./queries/goods.ts";
import { changesOf } from "./rules/changes.ts";
import { priceSpan } from "./rules/prices.ts";
import { savePictures } from "./save-pictures.ts";
import { saveVariants } from "./save-variants.ts";

export type Saved = "created" | "changed" | "unchanged";

/** `kept`: stock is set only when a variant is created. `set`: it becomes what the product says (an import with `--stock`). */
export type StockPolicy = "kept" | "set";

/** Creates or changes a whole product, known by its slug. A refusal comes before anything is written, so nothing is left half done. */
export async function saveProduct(
  tx: Tx,
  product: NewProduct,
  now: number,
  stock: StockPolicy = "kept",
): Promise<Outcome<Saved>> {
  const kept = await lockProduct(tx, product.slug);
  const categoryId = await findCategoryId(tx, product.category);
  const values = await findValueIds(tx, product.attributes ?? []);
  const refusal = refusalOf(product, categoryId, values, await ownersOfKeys(tx, keysOf(product)), kept, stock);
  if (refusal || categoryId === undefined) return refuse(refusal ?? "", 422);

  const id = kept?.row.id ?? newId();
  const rowChanged = await saveRow(tx, id, product, categoryId, kept, now);
  const variantsChanged = await saveVariants(tx, id, product.variants, kept?.variants ?? [], stock, now);
  const picturesChanged = await savePictures(tx, id, product.pictures, kept?.pictures ?? []);
  const wanted = product.attributes?.map(({ attribute, value }) => values.get(`${attribute}:${value}`) ?? "");
  const valuesChanged = await saveValues(tx, id, wanted, kept?.valueIds ?? []);
  if (!kept) return done("created");
  const changed = rowChanged || variantsChanged || picturesChanged || valuesChanged;
  if (changed) await updateProduct(tx, id, { updated_at: now });
  return done(changed ? "changed" : "unchanged");
}

const keysOf = ({ variants }: NewProduct) => variants.map(({ key }) => key);

function refusalOf(
  product: NewProduct,
  categoryId: string | undefined,
  values: Map<string, string>,
  owners: Map<string, string>,
  kept: KeptProduct | undefined,
  stock: StockPolicy,
): string | undefined {
  const keys = keysOf(product);
  const twin = keys.find((key, at) => keys.indexOf(key) !== at);
  const foreign = keys.find((key) => (owners.get(key) ?? product.slug) !== product.slug);
  const unknown = product.attributes?.find(({ attribute, value }) => !values.has(`${attribute}:${value}`));
  const held = product.variants.find(
    ({ key, stock }) => stock < (kept?.variants.find((each) => each.key === key)?.reserved ?? 0),
  );
  if (keys.length === 0) return `${product.slug} has no variant`;
  if (categoryId === undefined) return `there is no category ${product.category}`;
  if (twin) return `two variants of ${product.slug} are called ${twin}`;
  if (foreign) return `${foreign} belongs to ${owners.get(foreign)} already`;
  if (unknown) return `there is no attribute value ${unknown.attribute}:${unknown.value}`;
  if (stock === "set" && held) return `more units of ${held.key} are held by payments in progress than the stock would be`;
  return undefined;
}

/** Columns of the product as it shall be; what it does not say is left out. */
function columnsOf(product: NewProduct, categoryId: string) {
  const { name, brand, description, label, published, premium, demo } = product;
  const { start, stop } = priceSpan(product.variants.map(({ price }) => price));
  return {
    name,
    category_id: categoryId,
    price_start: start,
    price_stop: stop,
    ...(brand !== undefined && { brand }),
    ...(description !== undefined && { description: cleanDescription(description) }),
    ...(label !== undefined && { label }),
    ...(published !== undefined && { published: Number(published) }),
    ...(premium !== undefined && { premium: Number(premium) }),
    ...(demo !== undefined && { demo: Number(demo) }),
  };
}

async function saveRow(tx: Tx, id: string, product: NewProduct, categoryId: string, kept: KeptProduct | undefined, now: number) {
  const columns = columnsOf(product, categoryId);
  if (!kept) {
    await insertRows(tx, "product", [
      { id, slug: product.slug, ...columns, created_at: product.createdAt ?? now, updated_at: now },
    ]);
    return true;
  }
  const changes = changesOf(kept.row, columns);
  if (changes) await updateProduct(tx, id, changes);
  return changes !== undefined;
}

async function saveValues(tx: Tx, id: string, wanted: readonly string[] | undefined, kept: readonly string[]): Promise<boolean> {
  if (!wanted) return false;
  const chosen = [...new Set(wanted)].sort();
  if (JSON.stringify(chosen) === JSON.stringify([...kept].sort())) return false;
  await replaceValues(tx, id, chosen);
  return true;
}
