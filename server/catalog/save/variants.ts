import type { Row } from "../../db/tables.ts";
import type { CleanProduct, NewVariant } from "../new-product.ts";
import { changesOf } from "../rules/changes.ts";
import { columnsOfValues, emptyColumns, variantFields } from "../rules/variant-fields.ts";
import type { SaveContext } from "./saving.ts";

const columnsOf = (variant: NewVariant, position: number) => ({
  key: variant.key,
  ...columnsOfValues(variant),
  name: variant.name,
  options: JSON.stringify(variant.options),
  position,
  picture: variant.picture ?? 0,
  active: 1,
  ...(variant.cost !== undefined && { cost: variant.cost }),
});

/** Creates, changes and deactivates the variants of a product; returns the differences. */
export function saveVariants(
  id: string,
  { variants }: CleanProduct,
  kept: readonly Row<"variant">[],
  saving: SaveContext,
): string[] {
  const rowsById = new Map(kept.map((row) => [row.id, row]));
  const differs: string[] = [];
  for (const [position, variant] of variants.entries()) {
    const row = rowsById.get(variant.id ?? "");
    if (row) differs.push(...change(row, variant, position, saving));
    else create(id, variant, position, saving);
    if (!row) differs.push("variants");
    rowsById.delete(variant.id ?? "");
  }
  for (const { id: left, active } of rowsById.values()) {
    if (active === 0) continue;
    saving.writes.changedVariants.push({ id: left, changes: { active: 0 } });
    differs.push("variants");
  }
  return differs;
}

function create(productId: string, variant: NewVariant, position: number, { writes, nextId, now, actor }: SaveContext): void {
  const [id, units] = [variant.id ?? nextId(), variant.stock ?? 0];
  const columns = { ...emptyColumns, cost: null, ...columnsOf(variant, position) };
  writes.variant.push({ id, product_id: productId, ...columns, on_hand: units });
  writes.stock_movement.push({ id: nextId(), variant_id: id, kind: "initial", units, order_id: null, at: now, actor });
}

/** Names of columns for the owner. */
const words: Record<string, string> = {
  ...Object.fromEntries(Object.values(variantFields).map(({ column, word }) => [column, word])),
  key: "SKU",
  name: "options",
  position: "order of variants",
  picture: "pictures of variants",
  active: "variants",
  on_hand: "stock",
  cost: "cost",
};

function change(
  row: Row<"variant">,
  variant: NewVariant,
  position: number,
  { stock, writes, nextId, now, actor }: SaveContext,
): string[] {
  const onHand = stock === "set" ? (variant.stock ?? row.on_hand) : row.on_hand;
  const changes = changesOf(row, { ...columnsOf(variant, position), on_hand: onHand });
  if (!changes) return [];
  writes.changedVariants.push({ id: row.id, changes });
  const units = onHand - row.on_hand;
  if (units !== 0)
    writes.stock_movement.push({ id: nextId(), variant_id: row.id, kind: "set", units, order_id: null, at: now, actor });
  return Object.keys(changes).map((column) => words[column] ?? column);
}
