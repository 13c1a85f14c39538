import type { Updateable } from "kysely";
import { compiled } from "../../db/compiled.ts";
import type { NewRow, Tables, Tx } from "../../db/tables.ts";
import { productColumns } from "../rules/product-values.ts";
import { variantColumns } from "../rules/variant-fields.ts";
import { inParts, queryInParts } from "./parts.ts";

const columns = {
  product: [
    ...["id", "slug", "category_id", "description", "description_source", "demo", "price_start", "price_stop"],
    ...["created_at", "updated_at"],
    ...productColumns,
  ],
  variant: [
    ...["id", "product_id", "key", "name", "options", "position", "picture", "active", "on_hand", "cost"],
    ...variantColumns,
  ],
  stock_movement: ["id", "variant_id", "kind", "units", "order_id", "at", "actor"],
  product_media: ["id", "product_id", "position", "kind", "key", "alt", "width", "height", "wanted_url", "sharing"],
  product_attribute: ["product_id", "value_id"],
} as const;
type Table = keyof typeof columns;

/** The most rows of one statement. */
const most = 128;

const statement = (table: Table) =>
  compiled((tx, parameters) => {
    const names = columns[table];
    const rows = Array.from({ length: parameters.length / names.length }, (_, row) =>
      Object.fromEntries(names.map((name, at) => [name, parameters[row * names.length + at]])),
    );
    return tx.insertInto(table).values(rows as never);
  });

const statements = Object.fromEntries((Object.keys(columns) as Table[]).map((table) => [table, statement(table)])) as Record<
  Table,
  ReturnType<typeof statement>
>;

/** Inserts rows, each with all of its columns. */
export async function insertMany<Name extends Table>(tx: Tx, table: Name, rows: readonly NewRow<Name>[]): Promise<void> {
  const values = (row: NewRow<Name>) => columns[table].map((name) => (row as Record<string, unknown>)[name]);
  for (const part of inParts(rows, most)) await statements[table](tx, part.flatMap(values));
}

/** Changes a variant, if it exists. */
export async function updateVariant(tx: Tx, id: string, changes: Updateable<Tables["variant"]>): Promise<void> {
  await tx.updateTable("variant").set(changes).where("id", "=", id).execute();
}

const noPictures = compiled((tx, ids) => tx.deleteFrom("product_media").where("product_id", "in", ids));
const noValues = compiled((tx, ids) => tx.deleteFrom("product_attribute").where("product_id", "in", ids));
const forSale = compiled((tx, ids) => tx.updateTable("product").set({ published: 1 }).where("id", "in", ids));

/** Deletes the picture rows of any number of products; the stored files stay. */
export const deletePicturesOf = (tx: Tx, ids: readonly string[]) => queryInParts(ids, (part) => noPictures(tx, part));

/** Removes all attribute values from these products; the values themselves stay. */
export const deleteValuesOf = (tx: Tx, ids: readonly string[]) => queryInParts(ids, (part) => noValues(tx, part));

/** Publishes any number of products. */
export const publishProducts = (tx: Tx, ids: readonly string[]) => queryInParts(ids, (part) => forSale(tx, part));
