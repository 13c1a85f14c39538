import { compiled } from "../../db/compiled.ts";
import type { Db } from "../../db/tables.ts";
import { isLabel } from "../rules/labels.ts";
import { describedBy, type Picture, pictureToShare, shownPictures } from "../rules/pictures.ts";
import type { Product, Variant } from "../rules/product.ts";
import type { StarCounts } from "../rules/reviews.ts";
import { findPictures, placeholderPicture } from "./pictures.ts";

type ProductPart = { productId: string };

function byProduct<Row extends ProductPart, Value>(rows: readonly Row[], value: (row: Row) => Value): Map<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const row of rows) {
    const group = groups.get(row.productId);
    if (group) group.push(value(row));
    else groups.set(row.productId, [value(row)]);
  }
  return groups;
}

const productRows = compiled((reader, ids) =>
  reader
    .selectFrom("product as p")
    .innerJoin("category as c", "c.id", "p.category_id")
    .select(["p.id", "p.slug", "p.name", "p.brand", "p.label", "p.published", "p.created_at as createdAt"])
    .select(["c.id as categoryId", "c.slug as categorySlug", "c.name as categoryName", "c.backdrop"])
    .where("p.id", "in", ids),
);

const variantRows = compiled((reader, ids) =>
  reader
    .selectFrom("variant")
    .select([
      "product_id as productId",
      "id",
      "sku",
      "name",
      "options",
      "price",
      "compare_at",
      "on_hand",
      "reserved",
      "picture",
      "barcode",
    ])
    .where("product_id", "in", ids)
    .where("active", "=", 1)
    .orderBy("position")
    .orderBy("id"),
);

async function variantsOf(reader: Db, ids: readonly string[]): Promise<Map<string, Variant[]>> {
  const rows = await variantRows(reader, ids);
  return byProduct(rows, ({ id, sku, barcode, name, options, price, compare_at, on_hand, reserved, picture }) => ({
    id,
    sku,
    barcode,
    name,
    options: JSON.parse(options) as Record<string, string>,
    price,
    compareAt: compare_at ?? undefined,
    left: on_hand - reserved,
    picture,
  }));
}

const starRows = compiled((reader, ids) =>
  reader
    .selectFrom("review")
    .select(({ fn }) => ["product_id as productId", "stars", fn.countAll<number>().as("count")])
    .where("product_id", "in", ids)
    .where("published", "=", 1)
    .groupBy(["product_id", "stars"]),
);

async function starsOf(reader: Db, ids: readonly string[]): Promise<Map<string, StarCounts[number][]>> {
  const rows = await starRows(reader, ids);
  return byProduct(rows, ({ stars, count }) => ({ stars, count: Number(count) }));
}

/** The pictures that the page shows, with the variants' indexes of them, and the one for links. */
function shownParts(variants: readonly Variant[], all: readonly Picture[]) {
  const { pictures, placeOf } = shownPictures(all);
  const shared = pictureToShare(all);
  if (pictures === all) return { variants, pictures, shared };
  return { shared, variants: variants.map((variant) => ({ ...variant, picture: placeOf(variant.picture) })), pictures };
}

/**
 * Products in the order of `ids`, published or not; unknown ids are left out. Makes four queries
 * one after the other, since the reader may be a transaction.
 */
export async function findProducts(reader: Db, ids: readonly string[]): Promise<Product[]> {
  if (ids.length === 0) return [];
  const rows = await productRows(reader, ids);
  const variants = await variantsOf(reader, ids);
  const pictures = await findPictures(reader, ids);
  const stars = await starsOf(reader, ids);
  const products = rows.map(
    ({ id, slug, name, brand, label, published, createdAt, categoryId, categorySlug, categoryName, backdrop }) => ({
      ...shownParts(
        variants.get(id) ?? [],
        (pictures.get(id) ?? [placeholderPicture(name)]).map((picture) => describedBy(picture, name)),
      ),
      id,
      slug,
      name,
      brand,
      category: { id: categoryId, slug: categorySlug, name: categoryName, backdrop },
      ownLabel: label !== null && isLabel(label) ? label : undefined,
      published: published === 1,
      createdAt,
      stars: stars.get(id) ?? [],
    }),
  );
  const byId = new Map(products.map((product) => [product.id, product]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
