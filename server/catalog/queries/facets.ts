import type { Db } from "../../db/tables.ts";
import { withNumbersAscending } from "../rules/natural-order.ts";
import type { Picture } from "../rules/pictures.ts";
import type { Category } from "../rules/product.ts";
import { pictureOf } from "./pictures.ts";

/** `pick` names the value in addresses: `attribute-slug:value-slug` */
type AttributeValue = { id: string; slug: string; pick: string; name: string };
export type Attribute = { id: string; slug: string; name: string; values: AttributeValue[] };

/** The introduction at the head of a category's listing, and the picture, if there is one. */
export type CategoryHead = { intro: string; picture?: Picture };

/** Categories in the owner's order, including empty ones. */
export async function findCategories(reader: Db): Promise<(Category & CategoryHead)[]> {
  const rows = await reader
    .selectFrom("category")
    .select(["id", "slug", "name", "intro", "backdrop", "picture", "picture_alt", "picture_width", "picture_height"])
    .orderBy("position")
    .orderBy("name")
    .execute();
  return rows.map(({ picture: key, picture_alt: alt, picture_width: width, picture_height: height, ...category }) => ({
    ...category,
    ...(key !== "" && { picture: pictureOf({ kind: "stored", key, width, height, alt }) }),
  }));
}

/** The first `most` categories with a public product, in the owner's order. */
export const findCategoriesWithProducts = (reader: Db, most: number): Promise<{ slug: string; name: string }[]> =>
  reader
    .selectFrom("category")
    .select(["slug", "name"])
    .where("has_products", "=", 1)
    .orderBy("position")
    .orderBy("name")
    .limit(most)
    .execute();

/** Attributes and their values in the owner's order. Leaves out an attribute without values. */
export async function findAttributes(reader: Db): Promise<Attribute[]> {
  const rows = await reader
    .selectFrom("attribute_value as v")
    .innerJoin("attribute as a", "a.id", "v.attribute_id")
    .select(["a.id as attributeId", "a.slug as attributeSlug", "a.name as attributeName", "v.id", "v.slug", "v.name"])
    .orderBy("a.position")
    .orderBy("a.slug")
    .orderBy("v.position")
    .orderBy("v.slug")
    .execute();
  const attributes = new Map<string, Attribute>();
  for (const { attributeId, attributeSlug, attributeName, id, slug, name } of rows) {
    const attribute = attributes.get(attributeId) ?? { id: attributeId, slug: attributeSlug, name: attributeName, values: [] };
    attribute.values.push({ id, slug, pick: `${attributeSlug}:${slug}`, name });
    attributes.set(attributeId, attribute);
  }
  return [...attributes.values()].map((attribute) => ({
    ...attribute,
    values: withNumbersAscending(attribute.values, ({ name }) => name),
  }));
}
