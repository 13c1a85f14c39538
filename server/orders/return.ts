import { restock } from "../catalog/stock.ts";
import type { Db, Row, Tx } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { newId } from "../ids.ts";
import type { Cents } from "../money.ts";
import { notFound, type Outcome, ok, type Refusal, refuse } from "../outcome.ts";
import { type ChosenUnits, chooseUnits, type LineProgress, type LineUnits, readLineProgress } from "./line-progress.ts";
import { changeReturn, findReturns, insertReturn, lockOrder, nextReturn } from "./queries/after-sale.ts";
import { insertOrderEvent } from "./queries/events.ts";
import { findOrderRow } from "./queries.ts";
import { refundableParts, requestRefund } from "./request-refund.ts";
import { refundOfUnits } from "./return-refund.ts";
import type { Actor } from "./rules/actor.ts";
import { sumOf } from "./rules/ledger.ts";
import { refuseOutdated, sumChanged } from "./seen.ts";

export type ReturnInput = { orderId: string; lines: readonly LineUnits[]; actor: Actor; seen?: number | undefined };

/** The end of returned units: for sale again, or written off. */
export type ReturnEnd = "restocked" | "written_off";

/** `refund` is the refund's key and amount; undefined if nothing was left to refund. */
export type ReturnResult = { units: number; refund: { key: string; amount: Cents } | undefined };

/**
 * Announces units that the shopper will send back. Refuses more units than were sent and are not
 * announced yet.
 */
export const askReturn = (db: Db, input: ReturnInput, now: number): Promise<Outcome<{ units: number }>> =>
  transactOutcome(db, (tx) => ask(tx, input, now));

/** Receives returned units: the announced units, and other units of the line if more came back. */
export const receiveReturn = (db: Db, input: ReturnInput, now: number): Promise<Outcome<{ units: number }>> =>
  transactOutcome(db, (tx) => receive(tx, input, now));

/**
 * Restocks or writes off received units, and refunds their price and tax unless already refunded.
 */
export const endReturn = (db: Db, input: ReturnInput & { end: ReturnEnd }, now: number): Promise<Outcome<ReturnResult>> =>
  transactOutcome(db, (tx) => endReceived(tx, input, now));

/** The preview of a return: the units, and the refund in cents. */
export type ReturnPreview = { lines: readonly { name: string; units: number }[]; refund: Cents };

/**
 * Receives and decides about units in one step, units received earlier first. Refuses if the refund
 * differs from a given `shown`.
 */
export const takeReturn = (
  db: Db,
  { seen, shown, ...input }: ReturnInput & { end: ReturnEnd; shown?: Cents | undefined },
  now: number,
): Promise<Outcome<ReturnResult>> =>
  transactOutcome<Outcome<ReturnResult>>(db, async (tx) => {
    const lineProgress = await lockShipped(tx, { orderId: input.orderId, seen });
    const chosen = lineProgress.ok ? chooseTaken(lineProgress.value, input.lines) : lineProgress;
    if (!chosen.ok) return chosen;
    const lines = chosen.value.map(({ progress, units }) => ({ lineId: progress.line.id, quantity: units }));
    const coming = chosen.value
      .map(({ progress, units }) => ({ lineId: progress.line.id, quantity: units - progress.received }))
      .filter(({ quantity }) => quantity > 0);
    const received = coming.length > 0 ? await receive(tx, { ...input, lines: coming }, now) : undefined;
    if (received?.ok === false) return received;
    const outcome = await endReceived(tx, { ...input, lines }, now);
    return outcome.ok && shown !== undefined && shown !== (outcome.value.refund?.amount ?? 0) ? sumChanged : outcome;
  });

/**
 * Previews a return. It writes nothing, and refuses whatever `takeReturn`
 * refuses.
 */
export async function previewReturn(db: Db, input: Omit<ReturnInput, "actor">): Promise<Outcome<ReturnPreview>> {
  const order = await findOrderRow(db, input.orderId);
  const lineProgress = order ? await shippedLines(db, order, input.seen) : notFound;
  const chosen = lineProgress.ok ? chooseTaken(lineProgress.value, input.lines) : lineProgress;
  if (!chosen.ok) return chosen;
  const { parts } = refundOfUnits(chosen.value, await refundableParts(db, input.orderId));
  return ok({ lines: chosen.value.map(({ progress, units }) => ({ name: progress.name, units })), refund: sumOf(parts) });
}

async function ask(tx: Tx, input: ReturnInput, now: number): Promise<Outcome<{ units: number }>> {
  const lineProgress = await lockShipped(tx, input);
  if (!lineProgress.ok) return lineProgress;
  const chosen = chooseUnits(lineProgress.value, input.lines, ({ unreturned }) => unreturned, "left to return");
  if (!chosen.ok) return chosen;
  await announce(tx, input, chosen.value, now);
  return ok({ units: unitsOf(chosen.value) });
}

async function receive(tx: Tx, input: ReturnInput, now: number): Promise<Outcome<{ units: number }>> {
  const { orderId, actor } = input;
  const lineProgress = await lockShipped(tx, input);
  if (!lineProgress.ok) return lineProgress;
  const chosen = chooseReceived(lineProgress.value, input.lines);
  if (!chosen.ok) return chosen;
  const unannounced = chosen.value.map(({ progress, units }) => ({ progress, units: units - progress.awaited }));
  await announce(
    tx,
    input,
    unannounced.filter(({ units }) => units > 0),
    now,
  );
  await advance(tx, orderId, chosen.value, "asked", { state: "received", changed_at: now });
  await insertOrderEvent(tx, orderId, { kind: "return received", note: namesOf(chosen.value), actor }, now);
  return ok({ units: unitsOf(chosen.value) });
}

async function endReceived(
  tx: Tx,
  { orderId, lines, actor, end, seen }: ReturnInput & { end: ReturnEnd },
  now: number,
): Promise<Outcome<ReturnResult>> {
  const lineProgress = await lockShipped(tx, { orderId, seen });
  if (!lineProgress.ok) return lineProgress;
  const chosen = chooseUnits(lineProgress.value, lines, ({ received }) => received, "received and undecided");
  if (!chosen.ok) return chosen;
  const refund = await refundUnits(tx, { orderId, actor }, chosen.value, now);
  const restocked = end === "restocked" ? 1 : 0;
  const endColumns = { state: end, restocked, refund_key: refund?.key ?? null, changed_at: now } as const;
  await advance(tx, orderId, chosen.value, "received", endColumns);
  const units = chosen.value.map(({ progress, units: quantity }) => ({ variantId: progress.line.variant_id, quantity }));
  if (end === "restocked") await restock(tx, units, orderId, now);
  const kind = end === "restocked" ? "return restocked" : "return written off";
  await insertOrderEvent(tx, orderId, { kind, note: namesOf(chosen.value), actor }, now);
  return ok({ units: unitsOf(chosen.value), refund });
}

/** Locks the order; only shipped units can come back. */
async function lockShipped(
  tx: Tx,
  { orderId, seen }: { orderId: string; seen?: number | undefined },
): Promise<Outcome<LineProgress[]>> {
  const order = await lockOrder(tx, orderId);
  return order ? await shippedLines(tx, order, seen) : notFound;
}

async function shippedLines(
  reader: Db | Tx,
  { id, state }: Row<"orders">,
  seen: number | undefined,
): Promise<Outcome<LineProgress[]>> {
  const outdated = await refuseOutdated(reader, id, seen);
  if (outdated) return outdated;
  const lineProgress = state === "canceled" ? [] : await readLineProgress(reader, id);
  return lineProgress.some(({ sent }) => sent > 0) ? ok(lineProgress) : notShipped(state);
}

/** Chooses returned units: announced units, and other units of the line if more came back. */
function chooseReceived(lineProgress: readonly LineProgress[], lines: readonly LineUnits[]): Outcome<ChosenUnits[]> {
  const usual = ({ awaited }: LineProgress) => awaited;
  const most = ({ awaited, unreturned }: LineProgress) => awaited + unreturned;
  return chooseUnits(lineProgress, withUsual(lines, lineProgress, usual), most, tooManyBack);
}

/**
 * Chooses announced units, received undecided units, and other units of the line if more came back.
 */
function chooseTaken(lineProgress: readonly LineProgress[], lines: readonly LineUnits[]): Outcome<ChosenUnits[]> {
  const usual = ({ awaited, received }: LineProgress) => awaited + received;
  const most = (progress: LineProgress) => usual(progress) + progress.unreturned;
  return chooseUnits(lineProgress, withUsual(lines, lineProgress, usual), most, tooManyBack);
}

/** Says how many units can come back, and what became of the others. */
function tooManyBack({ name, sent }: LineProgress, { units, most }: { units: number; most: number }): string {
  if (sent === 0) return `“${name}” hasn’t shipped yet.`;
  const before = sent - most;
  const earlier = before > 0 ? `, and ${before} came back before` : "";
  const shipped = `${sent} of “${name}” shipped${earlier}`;
  if (most === 0) return `Nothing more of “${name}” can come back: ${shipped}.`;
  return units < 1
    ? `Enter how many of “${name}” came back.`
    : `${units} of “${name}” can’t come back, only ${most}: ${shipped}.`;
}

const notShipped = (state: Row<"orders">["state"]): Refusal =>
  state === "canceled"
    ? refuse("order_closed", "This order was canceled and never shipped.")
    : refuse("order_closed", "This order has not shipped yet: edit or cancel it instead.");

/** Sets an absent quantity to the usual number, such as the announced units, unless that is 0. */
const withUsual = (
  lineUnits: readonly LineUnits[],
  lineProgress: readonly LineProgress[],
  usual: (progress: LineProgress) => number,
): LineUnits[] =>
  lineUnits.map((each) => {
    const progress = lineProgress.find(({ line }) => line.id === each.lineId);
    const units = progress ? usual(progress) : 0;
    return each.quantity === undefined && units > 0 ? { ...each, quantity: units } : each;
  });

async function announce(tx: Tx, { orderId, actor }: ReturnInput, units: readonly ChosenUnits[], now: number): Promise<void> {
  if (units.length === 0) return;
  await awaitUnits(tx, { orderId, actor }, units, now);
  await insertOrderEvent(tx, orderId, { kind: "return asked", note: namesOf(units), actor }, now);
}

/** Announces sent units of a locked order as a return; returns the return's number. */
export async function awaitUnits(
  tx: Tx,
  { orderId, actor }: Pick<ReturnInput, "orderId" | "actor">,
  units: readonly ChosenUnits[],
  now: number,
): Promise<number> {
  const n = await nextReturn(tx, orderId);
  if (n === undefined) throw new Error("a locked order has left its state");
  for (const { progress, units: quantity } of units) {
    const initialState = { state: "asked", asked_at: now, changed_at: now } as const;
    await insertReturn(tx, { id: newId(), order_id: orderId, n, line_id: progress.line.id, quantity, actor, ...initialState });
  }
  return n;
}

type ReturnState = Row<"order_return">["state"];
type Advance = { state: ReturnState; changed_at: number; restocked?: 0 | 1; refund_key?: string | null };

/**
 * Moves units to their next state, the first announced first. Splits a row that moves only in part.
 */
async function advance(tx: Tx, orderId: string, chosen: readonly ChosenUnits[], from: ReturnState, to: Advance): Promise<void> {
  const rows = (await findReturns(tx, orderId)).filter(({ state }) => state === from);
  for (const { progress, units } of chosen) {
    let unitsToMove = units;
    for (const row of rows.filter(({ line_id }) => line_id === progress.line.id)) {
      const quantity = Math.min(unitsToMove, row.quantity);
      if (quantity === 0) break;
      const rest = row.quantity - quantity;
      if (!(await changeReturn(tx, row.id, from, rest > 0 ? { quantity: rest } : to))) throw new Error("a return moved");
      if (rest > 0) await insertReturn(tx, { ...row, id: newId(), quantity, ...to });
      unitsToMove -= quantity;
    }
    if (unitsToMove > 0) throw new Error("fewer units were returned than are to be moved on");
  }
}

async function refundUnits(tx: Tx, order: { orderId: string; actor: Actor }, chosen: readonly ChosenUnits[], now: number) {
  const { lines, parts } = refundOfUnits(chosen, await refundableParts(tx, order.orderId));
  const amount = sumOf(parts);
  if (amount === 0) return undefined;
  const outcome = await requestRefund(tx, { ...order, parts, lines }, now);
  if (!outcome.ok) throw new Error("a return was worth more than is left of its order");
  return { key: outcome.value, amount };
}

const unitsOf = (chosen: readonly ChosenUnits[]): number => chosen.reduce((sum, { units }) => sum + units, 0);

export const namesOf = (chosen: readonly ChosenUnits[]): string =>
  chosen.map(({ progress, units }) => `${units} × ${progress.name}`).join("; ");
