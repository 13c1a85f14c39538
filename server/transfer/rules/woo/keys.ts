import { slugOf } from "../../../catalog/rules/slug.ts";
import type { WooRow } from "./row.ts";
import { titleOf } from "./text.ts";

/** The slug of a product's name. */
export const nameSlug = (row: WooRow): string => slugOf(titleOf(row.cell("Name")));

/** The key of a row's ID; empty without an ID. */
export const idKey = (row: WooRow): string => row.cell("ID") && `id:${row.cell("ID")}`;

/** A product's key: its SKU, else its ID, else its name; empty without any. */
export function keyOf(row: WooRow): string {
  const sku = row.cell("SKU");
  if (sku) return `sku:${sku}`;
  return idKey(row) || (nameSlug(row) && `name:${nameSlug(row)}`);
}

/** The key of a Parent, which is a SKU, or `id:123` if the product has none. */
export function parentKey(parent: string): string {
  const id = /^id:\s*(\d+)$/i.exec(parent)?.[1];
  return id ? `id:${id}` : `sku:${parent}`;
}
