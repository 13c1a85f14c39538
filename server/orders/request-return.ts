import type { Db, Row, Tx } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { newRowId } from "../ids.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { invalidFields, notFound, type Outcome, ok, refuse } from "../outcome.ts";
import { type AfterSale, afterSaleOf } from "./after-sale.ts";
import { type CancelationRequester, maySpeakFor } from "./cancelation.ts";
import type { Order } from "./find.ts";
import type { LineProgress } from "./line-progress.ts";
import { lockOrder } from "./queries/after-sale.ts";
import { insertOrderEvent } from "./queries/events.ts";
import { decideReturnRequest, deleteAwaited, insertReturnRequest } from "./queries/return-requests.ts";
import { awaitUnits, namesOf } from "./return.ts";
import { type ReturnRequest, unitsAsked } from "./return-requests.ts";
import type { Actor } from "./rules/actor.ts";
import {
  longestAnswer,
  mostRequests,
  type Returnable,
  readReturn,
  requestNote,
  returnableUnits,
  returnsEnd,
  typedUnits,
} from "./rules/return-request.ts";
import { refuseOutdated } from "./seen.ts";

/** `fields` hold the units by line; `seen` is how many returns the page had shown. */
export type ReturnWish = { orderId: string; seen: number; reason: string; fields: Readonly<Record<string, unknown>> };

/** `days`: how many days after shipping a return can be requested; 0 if never on the site. */
type Terms = { now: number; days: number };

const returnsChanged = refuse(
  "changed",
  "Something about the returns of this order has changed. Please check, and send it again.",
);

/**
 * Records a shopper's request to return sent units, with its reason. Moves no money. A form that is
 * sent twice also succeeds, and makes only one request.
 */
export const requestReturn = (
  db: Db,
  requester: CancelationRequester,
  wish: ReturnWish,
  terms: Terms,
): Promise<Outcome<object>> =>
  transactOutcome<Outcome<object>>(db, async (tx) => {
    const order = await lockOrder(tx, wish.orderId);
    if (!order || !maySpeakFor(order, requester)) return notFound;
    const afterSale = await afterSaleOf(tx, order.id);
    const reason = wish.reason.trim().replaceAll("\r\n", "\n");
    const unitFields = typedUnits(wish.fields);
    const earlier = afterSale.requests.find(({ n }) => n === wish.seen + 1);
    if (earlier && isSame(earlier, reason, unitFields)) return ok({});
    const closed = closedWords({ ...order, fulfilledAt: order.fulfilled_at }, afterSale, terms);
    if (closed !== undefined) return refuse("order_closed", closed);
    if (order.return_count !== wish.seen) return returnsChanged;
    const { units, faults } = readReturn(returnableLines(afterSale), unitFields, reason);
    if (faults.length > 0) return invalidFields(faults);
    await record(tx, order, { afterSale, units, reason }, terms.now);
    return ok({});
  });

/** Lines with sent units whose return can be requested, by position. */
export const returnableLines = ({ lines, requests }: AfterSale): (Returnable & { progress: LineProgress })[] =>
  lines
    .map((progress) => ({
      progress,
      lineId: progress.line.id,
      name: progress.name,
      most: returnableUnits(progress, unitsAsked(requests, progress.line.id, "declined")),
    }))
    .filter(({ most }) => most > 0);

/**
 * When the latest parcel went out; null before that. The days for a return count from this time.
 */
export const lastSentAt = ({ fulfilledAt }: Pick<Order, "fulfilledAt">, { lastShipmentAt }: AfterSale): number | null =>
  fulfilledAt ?? lastShipmentAt;

/** Why no return of an order can be requested now; undefined if one can. */
export function closedWords(
  { state, email, fulfilledAt }: Pick<Order, "state" | "email" | "fulfilledAt">,
  afterSale: AfterSale,
  { now, days }: Terms,
): string | undefined {
  const { requests } = afterSale;
  const sentAt = lastSentAt({ fulfilledAt }, afterSale);
  if (state === "canceled") return "This order was canceled.";
  if (state === "placed" && sentAt === null) return "You can ask for a return once your order has shipped.";
  if (requests.some(({ status }) => status === "asked")) return "We’re still reviewing your last request.";
  if (email === "" || days === 0 || requests.length >= mostRequests) return "Please contact us to return something.";
  return sentAt === null || now >= returnsEnd(sentAt, days) ? "The time to ask for a return of this order is over." : undefined;
}

function isSame({ reason, lines }: ReturnRequest, sentReason: string, sentUnits: readonly { lineId: string; typed: string }[]) {
  const requestedUnits = sentUnits.filter((each) => Number(each.typed) !== 0);
  const isWanted = ({ lineId, units }: ReturnRequest["lines"][number]) =>
    requestedUnits.some((each) => each.lineId === lineId && Number(each.typed) === units);
  return reason === sentReason && requestedUnits.length === lines.length && lines.every(isWanted);
}

type ReturnRequestInput = { afterSale: AfterSale; units: readonly { lineId: string; quantity: number }[]; reason: string };

async function record(tx: Tx, { id: orderId }: Row<"orders">, { afterSale, units, reason }: ReturnRequestInput, now: number) {
  const chosen = afterSale.lines.flatMap((progress) => {
    const requestedLine = units.find(({ lineId }) => lineId === progress.line.id);
    return requestedLine ? [{ progress, units: requestedLine.quantity }] : [];
  });
  const n = await awaitUnits(tx, { orderId, actor: "shopper" }, chosen, now);
  const id = newRowId();
  const nobodyDecided = { decision: null, decided_event: null, decided_at: null };
  await insertReturnRequest(
    tx,
    { order_id: orderId, n, asked_event: id, requested_at: now, ...nobodyDecided },
    chosen.map(({ progress, units: quantity }) => ({ line_id: progress.line.id, quantity })),
  );
  const note = requestNote(namesOf(chosen), reason);
  await insertOrderEvent(tx, orderId, { id, kind: "return requested", note, actor: "shopper" }, now);
  for (const kind of ["return-requested-mail", "return-notice"])
    await enqueue(tx, { kind, subject: id, payload: { orderId } }, now);
}

type ReturnDecision = {
  orderId: string;
  n: number;
  decision: "accepted" | "declined";
  /** the text to the shopper: where to send the units, or why the shop declines */
  answer: string;
  seen?: number | undefined;
  actor: Actor;
};

const alreadyDecided = refuse("order_closed", "Nobody is asking for this return any more.");

/**
 * Accepts a requested return and awaits its units, or declines it for good. Emails the shopper
 * either way.
 */
export const decideReturn = (
  db: Db,
  { orderId, n, decision, answer: text, seen, actor }: ReturnDecision,
  now: number,
): Promise<Outcome<object>> =>
  transactOutcome<Outcome<object>>(db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return notFound;
    const outdated = await refuseOutdated(tx, orderId, seen);
    if (outdated) return outdated;
    const { requests } = await afterSaleOf(tx, orderId);
    const request = requests.find((each) => each.n === n);
    if (request?.status !== "asked") return alreadyDecided;
    const answer = text.trim().replaceAll("\r\n", "\n");
    const fault = answerFault(answer, decision);
    if (fault !== undefined) return invalidFields([{ field: "answer", message: fault }]);
    const id = newRowId();
    if (!(await decideReturnRequest(tx, orderId, n, { decision, decided_event: id, decided_at: now }))) return alreadyDecided;
    if (decision === "declined") await deleteAwaited(tx, orderId, n);
    await insertOrderEvent(tx, orderId, { id, kind: `return ${decision}`, note: answer, actor }, now);
    await enqueue(tx, { kind: `return-${decision}-mail`, subject: id, payload: { orderId } }, now);
    return ok({});
  });

function answerFault(answer: string, decision: ReturnDecision["decision"]): string | undefined {
  if (answer === "")
    return decision === "accepted" ? "Write to the shopper where to send it." : "Write to the shopper why you decline.";
  return answer.length > longestAnswer ? `Up to ${longestAnswer} characters fit; this has ${answer.length}.` : undefined;
}
