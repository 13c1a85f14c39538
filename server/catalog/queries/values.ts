import type { NewRow, Tx } from "../../db/tables.ts";
import { queryInParts } from "./parts.ts";

type Pick = { attribute: string; value: string };

/**
 * The name of an attribute's value in filters and addresses: the two slugs, such as `colour:red`.
 */
export const pickName = ({ attribute, value }: Pick): string => `${attribute}:${value}`;

/** Ids of attribute values by `attribute-slug:value-slug`. */
export async function findValueIds(tx: Tx, picks: readonly Pick[]): Promise<Map<string, string>> {
  const attributes = [...new Set(picks.map(({ attribute }) => attribute))];
  const rows = await queryInParts(
    picks.map(({ value }) => value),
    (values) =>
      tx
        .selectFrom("attribute_value as v")
        .innerJoin("attribute as a", "a.id", "v.attribute_id")
        .select(["v.id", "a.slug as attribute", "v.slug as value"])
        .where("a.slug", "in", attributes)
        .where("v.slug", "in", values)
        .execute(),
  );
  return new Map(rows.map(({ id, ...pick }) => [pickName(pick), id]));
}

/** `last`: the highest position among the attribute's values, -1 without values. */
export type AttributePosition = { id: string; last: number };

/** Attributes by slug; unknown slugs are left out. */
export async function findAttributesBySlug(tx: Tx, slugs: readonly string[]): Promise<Map<string, AttributePosition>> {
  const rows = await queryInParts(slugs, (part) =>
    tx
      .selectFrom("attribute as a")
      .leftJoin("attribute_value as v", "v.attribute_id", "a.id")
      .select(["a.id", "a.slug", ({ fn }) => fn.max("v.position").as("last")])
      .where("a.slug", "in", part)
      .groupBy(["a.id", "a.slug"])
      .execute(),
  );
  return new Map(rows.map(({ id, slug, last }) => [slug, { id, last: last ?? -1 }]));
}

/** The highest position of all attributes, -1 without any. */
export async function lastAttribute(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom("attribute")
    .select(({ fn }) => fn.max("position").as("last"))
    .executeTakeFirst();
  return row?.last ?? -1;
}

/** Inserts missing rows, always in the same order, so that concurrent writers do not deadlock. */
export async function insertMissing(
  tx: Tx,
  table: "attribute" | "attribute_value",
  rows: readonly (NewRow<"attribute"> | NewRow<"attribute_value">)[],
): Promise<void> {
  const ordered = rows.toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
  await tx
    .insertInto(table)
    .values(ordered)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
