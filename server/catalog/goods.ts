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
  const found = await lookAround(tx, product);
  const { kept, values } = found;
  const refusal = refusalOf(product, found) ?? (stock === "set" ? heldBack(product, kept) : undefined);
  if (refusal || found.categoryId === undefined) return refuse(refusal ?? "", 422);

  const id = kept?.row.id ?? newId();
  const wanted = product.attributes?.map(({ attribute, value }) => values.get(`${attribute}:${value}`) ?? "");
  const changes = [
    await saveRow(tx, id, product, found.categoryId, kept, now),
    await saveVariants(tx, { id, variants: product.variants, kept: kept?.variants ?? [], stock, now }),
    await savePictures(tx, id, product.pictures, kept?.pictures ?? []),
    await saveValues(tx, id, wanted, kept?.valueIds ?? []),
  ];
  if (!kept) return done("created");
  if (!changes.includes(true)) return done("unchanged");
  await updateProduct(tx, id, { updated_at: now });
  return done("changed");
}

type Found = {
  kept: KeptProduct | undefined;
  categoryId: string | undefined;
  /** value ids by `attribute:value` */
  values: Map<string, string>;
  /** slugs of the products that own the keys */
  owners: Map<string, string>;
};

const keysOf = ({ variants }: NewProduct) => variants.map(({ key }) => key);

const lookAround = async (tx: Tx, product: NewProduct): Promise<Found> => ({
  kept: await lockProduct(tx, product.slug),
  categoryId: await findCategoryId(tx, product.category),
  values: await findValueIds(tx, product.attributes ?? []),
  owners: await ownersOfKeys(tx, keysOf(product)),
});

function refusalOf(product: NewProduct, { categoryId, values, owners }: Found): string | undefined {
  const { slug } = product;
  const keys = keysOf(product);
  const twin = keys.find((key, at) => keys.indexOf(key) !== at);
  const foreign = keys.find((key) => (owners.get(key) ?? slug) !== slug);
  const unknown = product.attributes?.find(({ attribute, value }) => !values.has(`${attribute}:${value}`));
  if (keys.length === 0) return `${slug} has no variant`;
  if (categoryId === undefined) return `there is no category ${product.category}`;
  if (twin) return `two variants of ${slug} are called ${twin}`;
  if (foreign) return `${foreign} belongs to ${owners.get(foreign)} already`;
  if (unknown) return `there is no attribute value ${unknown.attribute}:${unknown.value}`;
  return undefined;
}

/** What payments in progress hold cannot leave the shelf. */
function heldBack({ variants }: NewProduct, kept: KeptProduct | undefined): string | undefined {
  const held = new Map(kept?.variants.map(({ key, reserved }) => [key, reserved]));
  const short = variants.find(({ key, stock }) => stock !== undefined && stock < (held.get(key) ?? 0));
  return short && `${held.get(short.key)} units of ${short.key} are held by payments in progress, more than ${short.stock}`;
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
