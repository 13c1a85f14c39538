import { slugOf } from "../../../catalog/rules/slug.ts";
import type { WooRow } from "./row.ts";
import { titleOf } from "./text.ts";

/** The slug of a product's name. */
export const nameSlug = (row: WooRow): string => slugOf(titleOf(row.cell("Name")));

/** Empty when the row has no ID. */
export const idKey = (row: WooRow): string => row.cell("ID") && `id:${row.cell("ID")}`;

/** A product's key is its SKU, else its ID, else its name; empty where it has none. */
export function keyOf(row: WooRow): string {
  const sku = row.cell("SKU");
  if (sku) return `sku:${sku}`;
  return idKey(row) || (nameSlug(row) && `name:${nameSlug(row)}`);
}

/** A Parent is a SKU, or `id:123` where the product has none. */
export function parentKey(parent: string): string {
  const id = /^id:\s*(\d+)$/i.exec(parent)?.[1];
  return id ? `id:${id}` : `sku:${parent}`;
}
