import { sql } from "kysely";
import type { Tx } from "../../db/tables.ts";
import type { Media } from "../../media/sources.ts";
import type { ExportedAttribute, ExportedProduct, ExportedVariant } from "../rules/exported-product.ts";
import { productColumns, productValuesOfRow } from "../rules/product-values.ts";
import { valuesOfRow, variantColumns } from "../rules/variant-fields.ts";

/** A stored picture; `wantedUrl` is the address from which it is or was fetched. */
type PictureRow = Media & { alt: string; wantedUrl: string | null };

type ProductRow = Omit<ExportedProduct, "pictures"> & { pictures: readonly PictureRow[] };

/** Products per query: few enough for memory, however long their descriptions are. */
const pageSize = 100;

/** The products after this slug in the order of slugs, published or not; empty after the last. */
export async function productsAfter(tx: Tx, slug: string): Promise<ProductRow[]> {
  const rows = await tx
    .selectFrom("product as p")
    .innerJoin("category as c", "c.id", "p.category_id")
    .select(["p.id", "p.slug", "p.description", "p.created_at"])
    .select(productColumns.map((column) => `p.${column}` as const))
    .select("c.slug as category")
    .where("p.slug", ">", slug)
    .orderBy("p.slug")
    .limit(pageSize)
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [variants, pictures, values] = [await variantsOf(tx, ids), await picturesOf(tx, ids), await valuesOf(tx, ids)];
  return rows.map(({ id, created_at, ...row }) => ({
    ...productValuesOfRow(row),
    slug: row.slug,
    category: row.category,
    description: row.description,
    createdAt: created_at,
    variants: variants.get(id) ?? [],
    pictures: pictures.get(id) ?? [],
    valueIds: new Set(values.get(id)),
  }));
}

function byProduct<Row extends { product_id: string }, Value>(rows: readonly Row[], value: (row: Row) => Value) {
  const groups = new Map<string, Value[]>();
  for (const row of rows) {
    const group = groups.get(row.product_id);
    if (group) group.push(value(row));
    else groups.set(row.product_id, [value(row)]);
  }
  return groups;
}

async function variantsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, ExportedVariant[]>> {
  const rows = await tx
    .selectFrom("variant")
    .select(["product_id", "name", "options", "on_hand", "picture", "cost", ...variantColumns])
    .where("product_id", "in", ids)
    .where("active", "=", 1)
    .orderBy("position")
    .orderBy("id")
    .execute();
  return byProduct(rows, (row) => ({
    ...valuesOfRow(row),
    name: row.name,
    options: JSON.parse(row.options) as Record<string, string>,
    onHand: row.on_hand,
    cost: row.cost,
    picture: row.picture,
  }));
}

async function picturesOf(tx: Tx, ids: readonly string[]): Promise<Map<string, PictureRow[]>> {
  const rows = await tx
    .selectFrom("product_media")
    .select(["product_id", "kind", "key", "alt", "width", "height", "wanted_url"])
    .where("product_id", "in", ids)
    .orderBy("position")
    .orderBy("id")
    .execute();
  return byProduct(rows, ({ product_id: _, wanted_url, ...row }) => ({ ...row, wantedUrl: wanted_url }));
}

async function valuesOf(tx: Tx, ids: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await tx
    .selectFrom("product_attribute")
    .select(["product_id", "value_id"])
    .where("product_id", "in", ids)
    .execute();
  return byProduct(rows, ({ value_id }) => value_id);
}

/**
 * Attributes and values in use, in the shop's order. Each value has the index of its first product
 * in the order of slugs.
 */
export async function findAttributesInUse(tx: Tx): Promise<ExportedAttribute[]> {
  const places = await firstPlaces(tx);
  const rows = await tx
    .selectFrom("attribute_value as v")
    .innerJoin("attribute as a", "a.id", "v.attribute_id")
    .select(["a.slug as attribute", "a.name as attributeName", "v.id", "v.slug", "v.name", "v.position"])
    .orderBy("a.position")
    .orderBy("a.slug")
    .orderBy("v.position")
    .orderBy("v.slug")
    .execute();
  const attributes = new Map<string, { slug: string; name: string; values: ExportedAttribute["values"][number][] }>();
  for (const { attribute: slug, attributeName: name, ...value } of rows) {
    const first = places.get(value.id);
    if (first === undefined) continue;
    const attribute = attributes.get(slug) ?? { slug, name, values: [] };
    attribute.values.push({ ...value, first });
    attributes.set(slug, attribute);
  }
  return [...attributes.values()];
}

/**
 * The index of each value's first product, in the database's order of slugs. JavaScript may sort
 * slugs differently.
 */
async function firstPlaces(tx: Tx): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom("product_attribute as pa")
    .innerJoin("product as p", "p.id", "pa.product_id")
    .select(({ fn }) => ["pa.value_id", fn.min("p.slug").as("slug")])
    .groupBy("pa.value_id")
    .orderBy("slug")
    .execute();
  let place = 0;
  return new Map(
    rows.map(({ value_id, slug }, at) => {
      if (slug !== rows[at - 1]?.slug) place = at;
      return [value_id, place];
    }),
  );
}

const rows = sql<number>`count(*)`.as("rows");

/** Counts the rows of the catalogue that an export of products leaves out. */
export async function countNotExported(
  tx: Tx,
): Promise<{ retired: number; reviews: number; stateRules: number; values: number }> {
  const retired = await tx.selectFrom("variant").select(rows).where("active", "=", 0).executeTakeFirstOrThrow();
  const reviews = await tx.selectFrom("review").select(rows).executeTakeFirstOrThrow();
  const stateRules = await tx.selectFrom("state_rule").select(rows).executeTakeFirstOrThrow();
  const values = await tx
    .selectFrom("attribute_value as v")
    .select(rows)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("product_attribute as pa").select("pa.value_id").whereRef("pa.value_id", "=", "v.id"))),
    )
    .executeTakeFirstOrThrow();
  return { retired: retired.rows, reviews: reviews.rows, stateRules: stateRules.rows, values: values.rows };
}
