import type { Row, Tx } from "../db/tables.ts";
import { invalidFields, notFound, type Outcome, ok } from "../outcome.ts";
import type { NewPicture } from "./new-product.ts";
import { lockProduct } from "./product-record.ts";
import { findCategorySlug } from "./queries/product-record.ts";
import type { StoredProduct } from "./queries/product-rows.ts";
import type { PictureFields, ProductPictures } from "./rules/product-fields.ts";
import { valuesOfRow } from "./rules/variant-fields.ts";
import { saveProducts } from "./save-products.ts";

/** The most pictures of a product; no page could show more. */
export const mostPictures = 100;
/** The most characters of a description. */
export const longestAlt = 1000;

const pictureFields = ({ kind, key, alt, width, height, wanted_url, sharing }: Row<"product_media">): PictureFields => ({
  kind,
  key,
  alt,
  width,
  height,
  wantedUrl: wanted_url,
  ...(sharing !== "no" && { sharing }),
});

const onSale = ({ variants }: StoredProduct) => variants.filter(({ active }) => active === 1);

/**
 * A product's pictures as the staff edit them. Locks the product's rows until the transaction ends.
 */
export async function readPictures(tx: Tx, id: string): Promise<ProductPictures | undefined> {
  const stored = await lockProduct(tx, id);
  return (
    stored && {
      pictures: stored.pictures.map(pictureFields),
      shows: Object.fromEntries(onSale(stored).map((variant) => [variant.id, variant.picture])),
    }
  );
}

/**
 * Replaces a product's pictures and their order. A variant that `shows` does not name keeps its
 * picture.
 */
export async function writePictures(
  tx: Tx,
  id: string,
  { pictures, shows }: ProductPictures,
  now: number,
): Promise<Outcome<object>> {
  const stored = await lockProduct(tx, id);
  if (!stored) return notFound;
  if (pictures.length > mostPictures)
    return invalidFields([{ field: "pictures", message: `A product can have up to ${mostPictures} pictures.` }]);
  if (pictures.some(({ alt }) => alt.length > longestAlt))
    return invalidFields([{ field: "pictures", message: `A description can have up to ${longestAlt} characters.` }]);
  const { slug, name, category_id } = stored.row;
  const product = {
    ...{ slug, name },
    category: (await findCategorySlug(tx, category_id)) ?? "",
    pictures: pictures.map(
      ({ wantedUrl, sharing, ...picture }): NewPicture => ({
        ...picture,
        sharing: sharing ?? "no",
        ...(wantedUrl !== null && { wantedUrl }),
      }),
    ),
    variants: onSale(stored).map((row) => ({
      ...valuesOfRow(row),
      key: row.key,
      name: row.name,
      options: JSON.parse(row.options) as Record<string, string>,
      picture: shows[row.id] ?? row.picture,
    })),
  };
  if (product.variants.length === 0) return invalidFields([{ field: "pictures", message: "Give the product a variant first." }]);
  const [outcome] = await saveProducts(tx, [product], { now, stock: "kept" });
  if (!outcome) throw new Error("a product was neither saved nor refused");
  return outcome.ok ? ok({}) : outcome;
}
