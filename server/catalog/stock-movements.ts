import type { Db, Tx } from "../db/tables.ts";
import { notFound, type Outcome, ok, refuse } from "../outcome.ts";
import {
  findMovement,
  findMovements,
  findUndone,
  insertMovement,
  lockStock,
  type MovementMark,
  type MovementRow,
} from "./queries/movements.ts";
import { changeStock } from "./queries/stock.ts";
import type { StockReason } from "./rules/stock-reasons.ts";

/** Changes the stock by a number of units, or to a counted number. */
export type Adjustment = { by: number; reason: StockReason } | { counted: number };

export type AdjustmentInput = {
  /** the movement's id, chosen by the caller, so that a repeated call moves nothing */
  id: string;
  variantId: string;
  adjustment: Adjustment;
  note: string;
  actor: string;
  now: number;
};

export type MovementResult = { units: number; onHand: number };

/** Says why these units cannot be taken out, and how many can. Reserved units stay in stock. */
function tooFew({ on_hand: onHand, reserved }: { on_hand: number; reserved: number }, units: number) {
  const are = (count: number) => `${count} ${count === 1 ? "is" : "are"}`;
  if (onHand === 0) return refuse("out_of_stock", "None are on hand.");
  if (reserved === 0) return refuse("out_of_stock", `Only ${are(onHand)} on hand.`);
  const stockText = `${are(onHand)} on hand, and ${are(reserved).replace(" ", " of them ")} held for payments in progress`;
  const most = onHand > reserved ? `at most ${onHand - reserved} can be taken out now` : "none can be taken out now";
  const later = units <= onHand ? " Try again in a few minutes." : "";
  return refuse("out_of_stock", `${stockText}: ${most}.${later}`);
}

/** Moves units by hand. Refuses to leave fewer than are reserved. */
export async function adjustStock(
  tx: Tx,
  { id, variantId, adjustment, note, actor, now }: AdjustmentInput,
): Promise<Outcome<MovementResult>> {
  const stock = await lockStock(tx, variantId);
  if (!stock) return notFound;
  const earlier = await findMovement(tx, id);
  if (earlier) return earlier.variant_id === variantId ? ok({ units: earlier.units, onHand: stock.on_hand }) : notFound;
  const units = "counted" in adjustment ? adjustment.counted - stock.on_hand : adjustment.by;
  if (!(await changeStock(tx, { variantId, onHand: units }))) return tooFew(stock, -units);
  const reason = "counted" in adjustment ? "counted" : adjustment.reason;
  await insertMovement(tx, { id, variant_id: variantId, kind: "set", units, order_id: null, at: now, reason, note, actor });
  return ok({ units, onHand: stock.on_hand + units });
}

/**
 * Whether a movement can be undone. It must be made by hand or by a count, and be no undo itself.
 */
export const canUndo = ({ reason, undoes, units }: MovementRow): boolean => reason !== null && undoes === null && units !== 0;

/** Undoes a movement by a counter-movement; a second time changes nothing. */
export async function undoMovement(
  tx: Tx,
  { id, variantId, actor, now }: { id: string; variantId: string; actor: string; now: number },
): Promise<Outcome<MovementResult>> {
  const stock = await lockStock(tx, variantId);
  const movement = await findMovement(tx, id);
  if (!stock || movement?.variant_id !== variantId || !canUndo(movement)) return notFound;
  const counterId = `${id}-undo`;
  const earlier = await findMovement(tx, counterId);
  if (earlier) return ok({ units: earlier.units, onHand: stock.on_hand });
  const units = -movement.units;
  if (!(await changeStock(tx, { variantId, onHand: units }))) return tooFew(stock, -units);
  const { reason } = movement;
  await insertMovement(tx, {
    ...{ id: counterId, variant_id: variantId, kind: "set", units, order_id: null, at: now },
    ...{ reason, actor, undoes: id },
  });
  return ok({ units, onHand: stock.on_hand + units });
}

export type { MovementMark } from "./queries/movements.ts";
export type Movement = MovementRow & { isUndone: boolean };

/** A variant's movements before `before`, the latest first. */
export async function listMovements(
  db: Db,
  variantId: string,
  before: MovementMark | undefined,
  limit: number,
): Promise<Movement[]> {
  const movements = await findMovements(db, variantId, before, limit);
  const undone = await findUndone(
    db,
    variantId,
    movements.filter(canUndo).map(({ id }) => id),
  );
  return movements.map((movement) => ({ ...movement, isUndone: undone.has(movement.id) }));
}
