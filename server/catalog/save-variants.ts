import type { Row, Tx } from "../db/tables.ts";
import type { StockPolicy } from "./goods.ts";
import { newId } from "./ids.ts";
import type { NewVariant } from "./new-product.ts";
import { insertRows, updateVariant } from "./queries/goods.ts";
import { addMovements } from "./queries/stock.ts";
import { changesOf } from "./rules/changes.ts";

const columnsOf = (variant: NewVariant, position: number) => ({
  sku: variant.sku ?? "",
  name: variant.name,
  options: JSON.stringify(variant.options),
  price: variant.price,
  compare_at: variant.compareAt ?? null,
  position,
  picture: variant.picture ?? 0,
  active: 1,
  grams: variant.grams ?? 0,
  barcode: variant.barcode ?? "",
});

type Shelf = {
  /** of the product */
  id: string;
  variants: readonly NewVariant[];
  kept: readonly Row<"variant">[];
  stock: StockPolicy;
  now: number;
};

/** Creates, changes and retires the variants of a product; true when anything differed. */
export async function saveVariants(tx: Tx, shelf: Shelf): Promise<boolean> {
  const { id: productId, variants, kept, now } = shelf;
  const known = new Map(kept.map((row) => [row.key, row]));
  const created = variants.flatMap((variant, position) => (known.has(variant.key) ? [] : [{ variant, position, id: newId() }]));
  await insertRows(
    tx,
    "variant",
    created.map(({ variant, position, id }) => ({
      id,
      product_id: productId,
      key: variant.key,
      ...columnsOf(variant, position),
      on_hand: variant.stock ?? 0,
    })),
  );
  await addMovements(
    tx,
    created.map(({ variant, id }) => ({ variantId: id, kind: "initial", units: variant.stock ?? 0, at: now })),
  );
  let changed = created.length > 0;
  for (const row of kept) {
    const position = variants.findIndex(({ key }) => key === row.key);
    const variant = variants[position];
    const differs = variant
      ? await changeVariant(tx, row, columnsOf(variant, position), onHandOf(row, variant, shelf), now)
      : await retire(tx, row);
    changed = differs || changed;
  }
  return changed;
}

const onHandOf = (row: Row<"variant">, variant: NewVariant, { stock }: Shelf) =>
  stock === "set" ? (variant.stock ?? row.on_hand) : row.on_hand;

async function changeVariant(tx: Tx, row: Row<"variant">, columns: ReturnType<typeof columnsOf>, onHand: number, now: number) {
  const changes = changesOf(row, { ...columns, on_hand: onHand });
  if (!changes) return false;
  await updateVariant(tx, row.id, changes);
  if (onHand !== row.on_hand) await addMovements(tx, [{ variantId: row.id, kind: "set", units: onHand - row.on_hand, at: now }]);
  return true;
}

async function retire(tx: Tx, row: Row<"variant">): Promise<boolean> {
  if (row.active === 0) return false;
  await updateVariant(tx, row.id, { active: 0 });
  return true;
}
