import type { Db, Row, Tx } from "../../db/tables.ts";
import { withNumbersAscending } from "../rules/natural-order.ts";
import { queryInParts } from "./parts.ts";

/** The slug of a product. Locks its row until the transaction ends. */
export async function lockSlug(tx: Tx, id: string): Promise<string | undefined> {
  const row = await tx.selectFrom("product").select("slug").where("id", "=", id).forNoKeyUpdate().executeTakeFirst();
  return row?.slug;
}

/** The id of the product with this slug. */
export async function findIdOfSlug(tx: Tx, slug: string): Promise<string | undefined> {
  return (await tx.selectFrom("product").select("id").where("slug", "=", slug).executeTakeFirst())?.id;
}

/** The ids of existing products, by slug. */
export async function findIdsOfSlugs(tx: Tx, slugs: readonly string[]): Promise<Map<string, string>> {
  const rows = await queryInParts(slugs, (part) =>
    tx.selectFrom("product").select(["id", "slug"]).where("slug", "in", part).execute(),
  );
  return new Map(rows.map(({ id, slug }) => [slug, id]));
}

export async function findCategorySlug(tx: Tx, id: string): Promise<string | undefined> {
  return (await tx.selectFrom("category").select("slug").where("id", "=", id).executeTakeFirst())?.slug;
}

export const findInactiveVariants = (reader: Db | Tx, productId: string): Promise<Row<"variant">[]> =>
  reader
    .selectFrom("variant")
    .selectAll()
    .where("product_id", "=", productId)
    .where("active", "=", 0)
    .orderBy("position")
    .orderBy("id")
    .execute();

/** A product's variants, on sale or not. */
export const findVariantsOf = (reader: Db | Tx, productId: string): Promise<Pick<Row<"variant">, "id" | "sku" | "options">[]> =>
  reader.selectFrom("variant").select(["id", "sku", "options"]).where("product_id", "=", productId).execute();

/** The product of each of these variants. */
export async function findOwners(tx: Tx, variantIds: readonly string[]): Promise<Map<string, string>> {
  if (variantIds.length === 0) return new Map();
  const rows = await tx.selectFrom("variant").select(["id", "product_id"]).where("id", "in", variantIds).execute();
  return new Map(rows.map(({ id, product_id }) => [id, product_id]));
}

/** The ids of the variants that have these keys, by key; unknown keys are left out. */
export async function findKeyHolders(tx: Tx, keys: readonly string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await tx.selectFrom("variant").select(["id", "key"]).where("key", "in", keys).execute();
  return new Map(rows.map(({ id, key }) => [key, id]));
}

/**
 * Sets keys of variants. Each variant first gets a unique temporary key, so that variants can
 * exchange keys.
 */
export async function setKeys(tx: Tx, keys: ReadonlyMap<string, string>): Promise<void> {
  for (const id of keys.keys())
    await tx
      .updateTable("variant")
      .set({ key: `moving ${id}` })
      .where("id", "=", id)
      .execute();
  for (const [id, key] of keys) await tx.updateTable("variant").set({ key }).where("id", "=", id).execute();
}

export async function setSlug(tx: Tx, id: string, slug: string, now: number): Promise<void> {
  await tx.updateTable("product").set({ slug, updated_at: now }).where("id", "=", id).execute();
}

export type NamedValue = { attribute: string; name: string; valueSlug: string; value: string };

const namedValues = (tx: Tx) =>
  tx
    .selectFrom("attribute as a")
    .innerJoin("attribute_value as v", "v.attribute_id", "a.id")
    .select(["a.slug as attribute", "a.name", "v.slug as valueSlug", "v.name as value"])
    .orderBy("a.position")
    .orderBy("a.slug")
    .orderBy("v.position")
    .orderBy("v.slug");

/** Attribute values by their ids, in the shop's order. */
export const findNamedValues = async (tx: Tx, ids: readonly string[]): Promise<NamedValue[]> =>
  ids.length === 0
    ? []
    : withNumbersAscending(
        await namedValues(tx).where("v.id", "in", ids).execute(),
        ({ attribute, value }) => `${attribute} ${value}`,
      );

/** Attributes with these names in any letter case. */
export const findAttributesNamed = async (tx: Tx, names: readonly string[]): Promise<{ slug: string; name: string }[]> =>
  names.length === 0
    ? []
    : await tx
        .selectFrom("attribute")
        .select(["slug", "name"])
        .where(({ fn }) => fn<string>("lower", ["name"]), "in", [...new Set(names.map((name) => name.toLowerCase()))])
        .execute();

/** Values of these attributes with these names, in any letter case. */
export const findValuesNamed = async (tx: Tx, attributes: readonly string[], values: readonly string[]): Promise<NamedValue[]> =>
  attributes.length === 0
    ? []
    : await namedValues(tx)
        .where("a.slug", "in", attributes)
        .where(({ fn }) => fn<string>("lower", ["v.name"]), "in", [...new Set(values.map((value) => value.toLowerCase()))])
        .execute();
