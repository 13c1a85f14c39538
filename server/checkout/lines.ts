import { cardsOf } from "../catalog/cards.ts";
import { shortageText } from "../catalog/rules/shortage.ts";
import { unitsLeft } from "../catalog/stock.ts";
import type { Db, Tx } from "../db/tables.ts";
import { newRowId } from "../ids.ts";
import { dollars } from "../money.ts";
import { notFound, type Outcome, ok, refuse } from "../outcome.ts";
import type { Visitor } from "../web/visitor.ts";
import { type ChangeOutcome, type CheckoutContext, changeCheckout, type WholeCheckout } from "./change.ts";
import { type CheckoutRow, leadsTo } from "./find.ts";
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
import { decreaseQuantity, increaseQuantity } from "./rules/lines.ts";
import { addUnits, capped, leftBeside, type Units } from "./units.ts";

export type LineStep = { lineId: string; quantity: number };

/**
 * Adds units. Refuses with `not_found`, `out_of_stock`, or `limit_reached` at 100 lines; stops at
 * 99 units.
 */
export const addLine = (db: Db, context: CheckoutContext, units: Units): Promise<Outcome<WholeCheckout>> =>
  changeCheckout(db, context, (tx, { id }) => addUnits(tx, id, units, context.now));

/**
 * The line with this id. An earlier page may name a line of a checkout that was merged or copied
 * into this one. In that case, returns the line of this checkout that has the same variant.
 */
async function findNamedLine(tx: Tx, visitor: Visitor, checkoutId: string, lineId: string): Promise<Line | undefined> {
  const line = await findLine(tx, checkoutId, lineId);
  if (line) return line;
  const earlier = await findCheckoutOfLine(tx, lineId);
  if (earlier === undefined || !(await leadsTo(tx, visitor, earlier, checkoutId))) return undefined;
  const old = await findLine(tx, earlier, lineId);
  return old && (await findLines(tx, checkoutId)).find(({ variantId, gift }) => variantId === old.variantId && gift === old.gift);
}

/**
 * Adds units to a line. Refuses with `not_found`, `out_of_stock`, or `limit_reached` for a gift;
 * stops at 99 units.
 */
export const increaseLine = (db: Db, context: CheckoutContext, { lineId, quantity }: LineStep): Promise<Outcome<WholeCheckout>> =>
  changeCheckout(db, context, async (tx, { id }) => {
    const line = await findNamedLine(tx, context.visitor, id, lineId);
    if (!line) return notFound;
    if (line.gift) return refuse("limit_reached", "You can choose one gift.");
    const available = leftBeside(await findLines(tx, id), line.variantId, await unitsLeft(tx, line.variantId));
    const grown = increaseQuantity(line.quantity, quantity, available);
    if (!grown.ok) return grown;
    await setQuantity(tx, line.id, grown.value);
    return ok({ notice: capped(line.quantity, quantity) });
  });

/** Removes units from a line; removes the line at 0 units. */
export const decreaseLine = (db: Db, context: CheckoutContext, { lineId, quantity }: LineStep): Promise<Outcome<WholeCheckout>> =>
  changeCheckout(db, context, async (tx, { id }) => {
    const line = await findNamedLine(tx, context.visitor, id, lineId);
    if (!line) return notFound;
    const decreased = decreaseQuantity(line.quantity, quantity);
    if (decreased === 0) await deleteLine(tx, line.id);
    else await setQuantity(tx, line.id, decreased);
    return ok({});
  });

/** Sets the units of a bought line; 0 removes the line. Refuses as `increaseLine` does. */
export const setLineQuantity = (
  db: Db,
  context: CheckoutContext,
  { lineId, quantity }: LineStep,
): Promise<Outcome<WholeCheckout>> =>
  changeCheckout(db, context, async (tx, { id }) => {
    const line = await findNamedLine(tx, context.visitor, id, lineId);
    if (!line || line.gift) return notFound;
    if (quantity === 0) {
      await deleteLine(tx, line.id);
      return ok({});
    }
    const available = leftBeside(await findLines(tx, id), line.variantId, await unitsLeft(tx, line.variantId));
    const newQuantity = increaseQuantity(0, quantity, available);
    if (!newQuantity.ok) return newQuantity;
    await setQuantity(tx, line.id, newQuantity.value);
    return ok({ notice: capped(0, quantity) });
  });

/** Removes a line, including a gift. Refuses with `not_found`. */
export const removeLine = (db: Db, context: CheckoutContext, lineId: string): Promise<Outcome<WholeCheckout>> =>
  changeCheckout(db, context, async (tx, { id }) => {
    const line = await findNamedLine(tx, context.visitor, id, lineId);
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

async function putGift(tx: Tx, checkout: CheckoutRow, productId: string, now: number): Promise<ChangeOutcome> {
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
