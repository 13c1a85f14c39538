import {
  type CountInput,
  clearCount,
  createSheet,
  discardSheet,
  enterCount,
  type NewSheet,
  type PostingInput,
  postSheet,
} from "../../catalog/count-sheets.ts";
import { type AdjustmentInput, adjustStock, type MovementResult, undoMovement } from "../../catalog/stock-movements.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { transactOutcome } from "../../db/transaction.ts";
import { newId } from "../../ids.ts";
import { unshippedUnits } from "../../orders/unshipped.ts";
import { type Outcome, ok } from "../../outcome.ts";
import { type AuditSource, type Change, recordChange } from "../records/audit.ts";

type Context = { db: Db; source: AuditSource; now: number };

/** Does `work` and, unless it is refused, adds the result of `changeOf` to the audit. */
const audited = <Value>(
  { db, source, now }: Context,
  work: (tx: Parameters<typeof recordChange>[0]) => Promise<Outcome<Value>>,
  changeOf: (value: Value) => Change,
): Promise<Outcome<Value>> =>
  transactOutcome<Outcome<Value>>(db, async (tx) => {
    const outcome = await work(tx);
    if (outcome.ok) await recordChange(tx, source, changeOf(outcome.value), now);
    return outcome;
  });

type Adjusted = Pick<AdjustmentInput, "variantId" | "adjustment" | "note">;

/** A movement in the audit, with its reason and note. */
const adjustmentChange = ({ variantId, adjustment, note }: Adjusted, moved: MovementResult): Change => ({
  kind: "stock",
  id: variantId,
  action: "adjusted",
  after: { ...moved, reason: "counted" in adjustment ? "counted" : adjustment.reason, note },
});

/** Moves units of a variant by hand. */
export const adjustForStaff = (
  context: Context,
  input: Omit<AdjustmentInput, "actor" | "now">,
): Promise<Outcome<MovementResult>> =>
  audited(
    context,
    (tx) => adjustStock(tx, { ...input, actor: context.source.actor, now: context.now }),
    (moved) => adjustmentChange(input, moved),
  );

export type OpeningStock = { variantId: string; units: number };

/** Joins `tx`: sets the first units of variants that were added in the same transaction. */
export async function openStockForStaff(
  tx: Tx,
  { source, now }: Omit<Context, "db">,
  opening: readonly OpeningStock[],
): Promise<Outcome<object>> {
  for (const { variantId, units } of opening) {
    const adjustment = { by: units, reason: "received" } as const;
    const input = { id: newId(), variantId, adjustment, note: "First stock", actor: source.actor, now };
    const moved = await adjustStock(tx, input);
    if (!moved.ok) return moved;
    await recordChange(tx, source, adjustmentChange(input, moved.value), now);
  }
  return ok({});
}

/** Undoes a movement. */
export const undoForStaff = (context: Context, variantId: string, id: string): Promise<Outcome<MovementResult>> =>
  audited(
    context,
    (tx) => undoMovement(tx, { id, variantId, actor: context.source.actor, now: context.now }),
    ({ units, onHand }) => ({ kind: "stock", id: variantId, action: "movement undone", after: { units, onHand } }),
  );

const sheetChange = (id: string, action: string, after?: Change["after"]): Change => ({ kind: "count sheet", id, action, after });

export const createSheetForStaff = (context: Context, sheet: Omit<NewSheet, "actor">): Promise<Outcome<object>> =>
  audited(
    context,
    (tx) => createSheet(tx, { ...sheet, actor: context.source.actor }, context.now),
    () => sheetChange(sheet.id, "created", { name: sheet.name }),
  );

export const countForStaff = (context: Context, input: Omit<CountInput, "actor" | "now" | "unshippedOf">) =>
  audited(
    context,
    (tx) => enterCount(tx, { ...input, actor: context.source.actor, now: context.now, unshippedOf: unshippedUnits }),
    ({ counted, expected }) => sheetChange(input.sheetId, "counted", { variant: input.variantId, counted, expected }),
  );

export const clearForStaff = (context: Context, sheetId: string, variantId: string): Promise<Outcome<object>> =>
  audited(
    context,
    (tx) => clearCount(tx, sheetId, variantId),
    () => sheetChange(sheetId, "count cleared", { variant: variantId }),
  );

export const postForStaff = (context: Context, posting: Omit<PostingInput, "actor">): Promise<Outcome<{ movements: number }>> =>
  audited(
    context,
    (tx) => postSheet(tx, { ...posting, actor: context.source.actor }, context.now),
    ({ movements }) => sheetChange(posting.sheetId, "posted", { movements }),
  );

export const discardForStaff = (context: Context, id: string): Promise<Outcome<object>> =>
  audited(
    context,
    (tx) => discardSheet(tx, id, context.source.actor, context.now),
    () => sheetChange(id, "discarded"),
  );
