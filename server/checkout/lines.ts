import { cardsOf } from "../catalog/cards.ts";
import { noLongerSoldText, shortageText } from "../catalog/rules/shortage.ts";
import { unitsLeft } from "../catalog/stock.ts";
import { findVariants } from "../catalog/variants.ts";
import type { Db, Tx } from "../db/tables.ts";
import { newRowId } from "../ids.ts";
import { dollars } from "../money.ts";
import { notFound, type Outcome, ok, refuse } from "../outcome.ts";
import { type Changed, type CheckoutContext, changeCheckout, type WholeCheckout } from "./change.ts";
import { type CheckoutRow, wasLeftFor } from "./find.ts";
import { priceCheckout } from "./price-checkout.ts";
import {
  deleteGift,
  deleteLine,
  findCheckoutOfLine,
  findLine,
  findLines,
  insertLine,
  type Line,
  setQuantity,
} from "./queries/lines.ts";
import { giftGapText, giftHolds } from "./rules/gift.ts";
import { decreaseQuantity, increaseQuantity, maxLines, maxPerLine, maxPerLineText } from "./rules/lines.ts";

export type Units = { variantId: string; quantity: number };
export type LineStep = { lineId: string; quantity: number };

const capped = (quantity: number, by: number): string | undefined => (quantity + by > maxPerLine ? maxPerLineText : undefined);

/** Units that a bought line may have of those left: a gift of the same variant needs one. */
const leftBeside = (lines: readonly Line[], variantId: string, left: number): number =>
  lines.some((line) => line.gift && line.variantId === variantId) ? left - 1 : left;

/** Adds units to an open, locked checkout; the same variant again adds up. */
export async function addUnits(tx: Tx, checkoutId: string, { variantId, quantity }: Units, now: number): Promise<Changed> {
  const [variant] = await findVariants(tx, [variantId]);
  if (!variant) return notFound;
  if (!variant.active) return refuse("out_of_stock", noLongerSoldText());
  const lines = await findLines(tx, checkoutId);
  const line = lines.find((known) => known.variantId === variantId && !known.gift);
  const increased = increaseQuantity(line?.quantity ?? 0, quantity, leftBeside(lines, variantId, variant.left));
  if (!increased.ok) return increased;
  if (line) await setQuantity(tx, line.id, increased.value);
  else if (lines.length >= maxLines) return refuse("limit_reached", `Your cart can hold up to ${maxLines} different items.`);
  // Lines added in the same millisecond keep their order.
  else
    await insertLine(tx, { id: newRowId(), checkoutId, variantId, quantity: increased.value, gift: false }, now + lines.length);
  return ok({ notice: capped(line?.quantity ?? 0, quantity) });
}

/** Bought units of checkouts, by variant: a gift has to be earned and chosen again. */
export async function unitsIn(tx: Tx, ids: readonly string[]): Promise<Map<string, number>> {
  const units = new Map<string, number>();
  for (const id of ids)
    for (const { variantId, quantity, gift } of await findLines(tx, id))
      if (!gift) units.set(variantId, (units.get(variantId) ?? 0) + quantity);
  return units;
}

/**
 * Adds the units of other carts to a locked checkout, as far as they can be bought: none of what is
 * no longer sold, never more than is left or than a line may have.
 */
export async function mergeUnits(tx: Tx, checkoutId: string, wanted: ReadonlyMap<string, number>, now: number): Promise<Changed> {
  const lines = await findLines(tx, checkoutId);
  const variants = await findVariants(tx, [...wanted.keys()]);
  let added = 0;
  let short = false;
  for (const [variantId, quantity] of wanted) {
    const of = lines.filter((line) => line.variantId === variantId);
    const line = of.find(({ gift }) => !gift);
    const variant = variants.find(({ id, active }) => id === variantId && active);
    const left = (variant?.left ?? 0) - (of.some(({ gift }) => gift) ? 1 : 0);
    const sum = (line?.quantity ?? 0) + quantity;
    const most = line || lines.length + added < maxLines ? Math.min(sum, maxPerLine, left) : 0;
    short ||= most < sum;
    if (most <= (line?.quantity ?? 0)) continue;
    if (line) await setQuantity(tx, line.id, most);
    else
      await insertLine(tx, { id: newRowId(), checkoutId, variantId, quantity: most, gift: false }, now + lines.length + added++);
  }
  return ok({ notice: short ? "Some items in your cart ran out and were left out." : undefined });
}

/** Refuses with `not_found`, `out_of_stock`, or `limit_reached` at 100 lines; stops at 99 units. */
export const addLine = (db: Db, context: CheckoutContext, units: Units): Promise<Outcome<WholeCheckout>> =>
  changeCheckout(db, context, (tx, { id }) => addUnits(tx, id, units, context.now));

/**
 * The line of this id, or the line of the same variant where it is of a checkout that was left for
 * this one: a page from before the sign-in names its own lines.
 */
async function findNamedLine(tx: Tx, checkoutId: string, lineId: string): Promise<Line | undefined> {
  const line = await findLine(tx, checkoutId, lineId);
  if (line) return line;
  const left = await findCheckoutOfLine(tx, lineId);
  if (left === undefined || !(await wasLeftFor(tx, left, checkoutId))) return undefined;
  const old = await findLine(tx, left, lineId);
  return old && (await findLines(tx, checkoutId)).find(({ variantId, gift }) => variantId === old.variantId && gift === old.gift);
}

/** Refuses with `not_found`, `out_of_stock`, or `limit_reached` for a gift; stops at 99 units. */
export const increaseLine = (db: Db, context: CheckoutContext, { lineId, quantity }: LineStep): Promise<Outcome<WholeCheckout>> =>
  changeCheckout(db, context, async (tx, { id }) => {
    const line = await findNamedLine(tx, id, lineId);
    if (!line) return notFound;
    if (line.gift) return refuse("limit_reached", "You can choose one gift.");
    const left = leftBeside(await findLines(tx, id), line.variantId, await unitsLeft(tx, line.variantId));
    const grown = increaseQuantity(line.quantity, quantity, left);
    if (!grown.ok) return grown;
    await setQuantity(tx, line.id, grown.value);
    return ok({ notice: capped(line.quantity, quantity) });
  });

/** At 0 the line is removed (decisions §3). */
export const decreaseLine = (db: Db, context: CheckoutContext, { lineId, quantity }: LineStep): Promise<Outcome<WholeCheckout>> =>
  changeCheckout(db, context, async (tx, { id }) => {
    const line = await findNamedLine(tx, id, lineId);
    if (!line) return notFound;
    const decreased = decreaseQuantity(line.quantity, quantity);
    if (decreased === 0) await deleteLine(tx, line.id);
    else await setQuantity(tx, line.id, decreased);
    return ok({});
  });

/** Sets the units of a bought line, of which 0 remove it; refuses as `increaseLine` does. */
export const setLineQuantity = (
  db: Db,
  context: CheckoutContext,
  { lineId, quantity }: LineStep,
): Promise<Outcome<WholeCheckout>> =>
  changeCheckout(db, context, async (tx, { id }) => {
    const line = await findNamedLine(tx, id, lineId);
    if (!line || line.gift) return notFound;
    if (quantity === 0) {
      await deleteLine(tx, line.id);
      return ok({});
    }
    const left = leftBeside(await findLines(tx, id), line.variantId, await unitsLeft(tx, line.variantId));
    const wanted = increaseQuantity(0, quantity, left);
    if (!wanted.ok) return wanted;
    await setQuantity(tx, line.id, wanted.value);
    return ok({ notice: capped(0, quantity) });
  });

/** Refuses with `not_found`; a gift can be removed too. */
export const removeLine = (db: Db, context: CheckoutContext, lineId: string): Promise<Outcome<WholeCheckout>> =>
  changeCheckout(db, context, async (tx, { id }) => {
    const line = await findNamedLine(tx, id, lineId);
    if (!line) return notFound;
    await deleteLine(tx, line.id);
    return ok({});
  });

/**
 * Adds the chosen gift in place of an earlier one. Refuses with `not_found`, `gift_not_earned` or
 * `out_of_stock`.
 */
export const addGift = (db: Db, context: CheckoutContext, productId: string): Promise<Outcome<WholeCheckout>> =>
  changeCheckout(db, context, (tx, checkout) => putGift(tx, checkout, productId, context.now));

async function putGift(tx: Tx, checkout: CheckoutRow, productId: string, now: number): Promise<Changed> {
  const { gifts, lines } = await priceCheckout(tx, checkout, now);
  if (!gifts.productIds.includes(productId)) return notFound;
  if (!giftHolds(gifts, productId)) return refuse("gift_not_earned", giftGapText(dollars(gifts.remaining)));
  const [card] = await cardsOf(tx, [productId], undefined, now);
  const variantId = card?.isAvailable ? card.defaultVariant?.id : undefined;
  if (variantId === undefined) return notFound;
  const bought = lines.find((line) => line.variantId === variantId && !line.gift)?.quantity ?? 0;
  if ((await unitsLeft(tx, variantId)) <= bought) return refuse("out_of_stock", shortageText(0));
  await deleteGift(tx, checkout.id);
  await insertLine(tx, { id: newRowId(), checkoutId: checkout.id, variantId, quantity: 1, gift: true }, now);
  return ok({});
}
