import { noLongerSoldText } from "../catalog/rules/shortage.ts";
import { findVariants } from "../catalog/variants.ts";
import type { Tx } from "../db/tables.ts";
import { newRowId } from "../ids.ts";
import { notFound, type Outcome, ok, refuse } from "../outcome.ts";
import { findLines, insertLine, type Line, setQuantity } from "./queries/lines.ts";
import { increaseQuantity, maxLines, maxPerLine, maxPerLineText } from "./rules/lines.ts";

export type Units = { variantId: string; quantity: number };

/** The notice after adding units. */
type AddOutcome = Outcome<{ notice: string | undefined }>;

/** The notice if the added units exceed the limit of a line; undefined if they do not. */
export const capped = (quantity: number, by: number): string | undefined =>
  quantity + by > maxPerLine ? maxPerLineText : undefined;

/**
 * How many units a bought line may have; a gift of the same variant takes one unit of the stock.
 */
export const leftBeside = (lines: readonly Line[], variantId: string, stock: number): number =>
  lines.some((line) => line.gift && line.variantId === variantId) ? stock - 1 : stock;

/** Adds units to an open, locked checkout. A variant's units are in one line. */
export async function addUnits(tx: Tx, checkoutId: string, { variantId, quantity }: Units, now: number): Promise<AddOutcome> {
  const [variant] = await findVariants(tx, [variantId]);
  if (!variant) return notFound;
  if (!variant.active) return refuse("out_of_stock", noLongerSoldText());
  const lines = await findLines(tx, checkoutId);
  const line = lines.find((candidate) => candidate.variantId === variantId && !candidate.gift);
  const increased = increaseQuantity(line?.quantity ?? 0, quantity, leftBeside(lines, variantId, variant.left));
  if (!increased.ok) return increased;
  if (line) await setQuantity(tx, line.id, increased.value);
  else if (lines.length >= maxLines) return refuse("limit_reached", `Your cart can hold up to ${maxLines} different items.`);
  // Adds the number of lines, so that lines added in the same millisecond keep their order.
  else
    await insertLine(tx, { id: newRowId(), checkoutId, variantId, quantity: increased.value, gift: false }, now + lines.length);
  return ok({ notice: capped(line?.quantity ?? 0, quantity) });
}

/**
 * Bought units of checkouts, by variant. Gifts are left out, since a gift has to be earned and
 * chosen again.
 */
export async function unitsIn(tx: Tx, ids: readonly string[]): Promise<Map<string, number>> {
  const units = new Map<string, number>();
  for (const id of ids)
    for (const { variantId, quantity, gift } of await findLines(tx, id))
      if (!gift) units.set(variantId, (units.get(variantId) ?? 0) + quantity);
  return units;
}

/**
 * Adds the units of other carts to a locked checkout, as far as they can be bought: no variants
 * that are no longer sold, and never more than are left or a line may have.
 */
export async function mergeUnits(
  tx: Tx,
  checkoutId: string,
  quantities: ReadonlyMap<string, number>,
  now: number,
): Promise<AddOutcome> {
  const lines = await findLines(tx, checkoutId);
  const variants = await findVariants(tx, [...quantities.keys()]);
  let lineCount = 0;
  let short = false;
  for (const [variantId, quantity] of quantities) {
    const variantLines = lines.filter((line) => line.variantId === variantId);
    const line = variantLines.find(({ gift }) => !gift);
    const variant = variants.find(({ id, active }) => id === variantId && active);
    const unitsLeft = (variant?.left ?? 0) - (variantLines.some(({ gift }) => gift) ? 1 : 0);
    const sum = (line?.quantity ?? 0) + quantity;
    const most = line || lines.length + lineCount < maxLines ? Math.min(sum, maxPerLine, unitsLeft) : 0;
    short ||= most < sum;
    if (most <= (line?.quantity ?? 0)) continue;
    if (line) await setQuantity(tx, line.id, most);
    else
      await insertLine(
        tx,
        { id: newRowId(), checkoutId, variantId, quantity: most, gift: false },
        now + lines.length + lineCount++,
      );
  }
  return ok({ notice: short ? "Some items in your cart ran out and were left out." : undefined });
}
