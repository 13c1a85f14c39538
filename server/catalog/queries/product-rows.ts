import type { Insertable, Updateable } from "kysely";
import { compiled } from "../../db/compiled.ts";
import type { Db, Row, Tables, Tx } from "../../db/tables.ts";
import type { StoredDescription } from "../description.ts";
import { queryInParts } from "./parts.ts";

/** The stored rows of a product, locked until the transaction ends. */
export type StoredProduct = {
  row: Row<"product">;
  variants: Row<"variant">[];
  pictures: Row<"product_media">[];
  valueIds: string[];
};

// Locks in the order of ids, as payments do, to avoid deadlocks. The weak lock does not block
// adding to a cart.
const productRows = compiled<Row<"product">>((reader, slugs) =>
  reader.selectFrom("product").selectAll().where("slug", "in", slugs).orderBy("id").forNoKeyUpdate(),
);
const variantRows = compiled<Row<"variant">>((reader, ids) =>
  reader.selectFrom("variant").selectAll().where("product_id", "in", ids).orderBy("id").forNoKeyUpdate(),
);
const pictureRows = compiled<Row<"product_media">>((reader, ids) =>
  reader.selectFrom("product_media").selectAll().where("product_id", "in", ids).orderBy("position"),
);
const valueRows = compiled<Row<"product_attribute">>((reader, ids) =>
  reader.selectFrom("product_attribute").selectAll().where("product_id", "in", ids),
);

/** The stored rows of the products with these slugs, by slug. */
export async function lockProducts(tx: Tx, slugs: readonly string[]): Promise<Map<string, StoredProduct>> {
  const rows = await queryInParts(slugs, (part) => productRows(tx, part));
  const products = new Map(
    rows.map((row): [string, StoredProduct] => [row.id, { row, variants: [], pictures: [], valueIds: [] }]),
  );
  const ids = [...products.keys()];
  for (const row of await queryInParts(ids, (part) => variantRows(tx, part))) products.get(row.product_id)?.variants.push(row);
  for (const row of await queryInParts(ids, (part) => pictureRows(tx, part))) products.get(row.product_id)?.pictures.push(row);
  for (const row of await queryInParts(ids, (part) => valueRows(tx, part)))
    products.get(row.product_id)?.valueIds.push(row.value_id);
  return new Map([...products.values()].map((product) => [product.row.slug, product]));
}

const descriptions = compiled<StoredDescription & { slug: string }>((reader, slugs) =>
  reader.selectFrom("product").select(["slug", "description", "description_source"]).where("slug", "in", slugs),
);

/** The descriptions of the products with these slugs, by slug. */
export async function findDescriptions(db: Db, slugs: readonly string[]): Promise<Map<string, StoredDescription>> {
  const rows = await queryInParts(slugs, (part) => descriptions(db, part));
  return new Map(rows.map(({ slug, ...description }) => [slug, description]));
}

const owners = compiled<{ key: string; slug: string }>((reader, keys) =>
  reader
    .selectFrom("variant as v")
    .innerJoin("product as p", "p.id", "v.product_id")
    .select(["v.key", "p.slug"])
    .where("v.key", "in", keys),
);

/** The slugs of the products whose variants have these keys, by key; unknown keys are left out. */
export async function ownersOfKeys(tx: Tx, keys: readonly string[]): Promise<Map<string, string>> {
  const rows = await queryInParts(keys, (part) => owners(tx, part));
  return new Map(rows.map(({ key, slug }) => [key, slug]));
}

/** Ids of categories by slug. */
export async function findCategoryIds(tx: Tx, slugs: readonly string[]): Promise<Map<string, string>> {
  const rows = await queryInParts(slugs, (part) =>
    tx.selectFrom("category").select(["id", "slug"]).where("slug", "in", part).execute(),
  );
  return new Map(rows.map(({ id, slug }) => [slug, id]));
}

/** Inserts rows, if any; throws if one exists already. */
export async function insertRows<Table extends keyof Tables>(
  tx: Tx,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  if (rows.length > 0) await tx.insertInto(table).values(rows).execute();
}

/** Changes a product, if it exists. */
export async function updateProduct(tx: Tx, id: string, changes: Updateable<Tables["product"]>): Promise<void> {
  await tx.updateTable("product").set(changes).where("id", "=", id).execute();
}
