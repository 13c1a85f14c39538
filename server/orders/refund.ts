import type { Db, Row, Tx } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { type Cents, dollars } from "../money.ts";
import { notFound, type Outcome, ok, refuse } from "../outcome.ts";
import { moneyStateOf } from "./ledger.ts";
import { type ChosenUnits, chooseUnits, type LineUnits, readLineProgress, toShip } from "./line-progress.ts";
import { lockOrder } from "./queries/after-sale.ts";
import { findOrderRow } from "./queries.ts";
import { nothing, type RefundedLine, refundableParts, requestRefund } from "./request-refund.ts";
import type { Actor } from "./rules/actor.ts";
import { divide, type MoneyState, type Parts, plus, shippingLeft, sumOf } from "./rules/ledger.ts";
import { type LineShare, lineLeft, shareOf } from "./rules/line-shares.ts";
import { isAwaited } from "./rules/state.ts";
import { refuseOutdated, sumChanged } from "./seen.ts";
import { shippingSold } from "./shipping-sold.ts";
import { numberEdit, planTakeOut, type TakenUnits, takeOut } from "./take-out.ts";

/**
 * The wanted refund: the whole rest with shipping, an amount, or units of lines with their tax,
 * with or without shipping.
 */
export type RefundWish = { all: true } | { amount: Cents } | LineWish;
type LineWish = { lines: readonly LineUnits[]; shipping?: boolean | undefined };

/** Units of a product. */
type NamedUnits = { name: string; units: number };

/**
 * `taken` are unshipped units, which are restocked. `leavesNothing` means that the order would have
 * nothing left: then `taken` is empty, and canceling the order restocks its units.
 */
type RemovedUnits = { taken: readonly NamedUnits[]; leavesNothing: boolean };

/** `parts` are the parts of the order that the refund returns. */
export type RequestedRefund = RemovedUnits & { key: string; amount: Cents; parts: Parts };

/**
 * `refund` and `left`, the rest after the refund, are in cents. `lines` are the units to refund, if
 * any were named. `shipping` tells whether shipping was named.
 */
export type RefundPreview = RemovedUnits & { refund: Cents; left: Cents; lines: readonly NamedUnits[]; shipping: boolean };

type RefundInput = { orderId: string; wish: RefundWish; seen?: number | undefined };

/**
 * Refunds an order in whole or in part. A job moves the money after the commit, and the shopper is
 * emailed. Unshipped units are taken out as by an edit: they are restocked and not sent, unless
 * that would leave nothing of the order. Otherwise stock does not change. Refuses an uncharged
 * payment, more than the rest, and an amount that differs from a given `shown`.
 */
export const refundOrder = (
  db: Db,
  { orderId, wish, actor, seen, shown }: RefundInput & { actor: Actor; shown?: Cents | undefined },
  now: number,
): Promise<Outcome<RequestedRefund>> =>
  transactOutcome(db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return notFound;
    const planned = await planRefund(tx, order, { wish, seen });
    if (!planned.ok) return planned;
    const { parts, booked, lines, taken, leavesNothing } = planned.value;
    const amount = sumOf(booked);
    if (shown !== undefined && shown !== amount) return sumChanged;
    const edits = [];
    for (const units of taken) edits.push({ ...units, n: await numberEdit(tx, orderId) });
    if (edits.length > 0) await takeOut(tx, orderId, edits, actor, now);
    const outcome = await requestRefund(tx, { orderId, parts: booked, lines, actor }, now);
    return outcome.ok ? ok({ key: outcome.value, amount, parts, taken: taken.map(namedUnits), leavesNothing }) : outcome;
  });

/** Previews a refund. It writes nothing, and refuses whatever `refundOrder` refuses. */
export async function previewRefund(db: Db, { orderId, ...input }: RefundInput): Promise<Outcome<RefundPreview>> {
  const order = await findOrderRow(db, orderId);
  if (!order) return notFound;
  const planned = await planRefund(db, order, input);
  if (!planned.ok) return planned;
  const { booked, chosen, taken, leavesNothing, left } = planned.value;
  const refund = sumOf(booked);
  const lines = chosen.map(({ progress, units }) => ({ name: progress.name, units }));
  const shipping = "lines" in input.wish && input.wish.shipping === true;
  return ok({ refund, left: sumOf(left) - refund, lines, taken: taken.map(namedUnits), leavesNothing, shipping });
}

const namedUnits = ({ progress, share }: TakenUnits): NamedUnits => ({ name: progress.name, units: share.units });

type RefundPlan = {
  parts: Parts;
  /** the parts as the ledger books them: money for units taken out counts as `owed` */
  booked: Parts;
  chosen: readonly ChosenUnits[];
  /** `taken` are the unshipped units of `chosen`; `lines` are its other units */
  taken: readonly TakenUnits[];
  lines: readonly RefundedLine[];
  leavesNothing: boolean;
};

/** Plans a refund. The plan stays valid under the order's lock. */
async function planRefund(
  reader: Db | Tx,
  order: Row<"orders">,
  { wish, seen }: Omit<RefundInput, "orderId">,
): Promise<Outcome<RefundPlan & { left: Parts }>> {
  const outdated = await refuseOutdated(reader, order.id, seen);
  if (outdated) return outdated;
  const refundable = await refundableParts(reader, order.id);
  if (sumOf(refundable) <= 0) return nothingLeft(await moneyStateOf(reader, order.id));
  const agreed = "lines" in wish ? await agreeOnLines(reader, order, wish, refundable) : agreeOnAmount(wish, refundable);
  return agreed.ok ? ok({ ...agreed.value, left: refundable }) : agreed;
}

function nothingLeft(money: MoneyState) {
  if (isAwaited(money))
    return refuse("unpaid", "It is not paid in full yet: edit it, or cancel it, and what was paid goes back.");
  if (money !== "authorized") return refuse("exceeds_order", "Nothing of this order is left to refund.");
  return refuse("unpaid", "Its payment has not been charged yet: edit or cancel the order instead.");
}

function agreeOnAmount(wish: Exclude<RefundWish, LineWish>, refundable: Parts): Outcome<RefundPlan> {
  const amount = "all" in wish ? sumOf(refundable) : wish.amount;
  if (amount > sumOf(refundable))
    return refuse("exceeds_order", `Only ${dollars(sumOf(refundable))} of this order is left to refund.`);
  const parts = divide(refundable, amount);
  return ok({ parts, booked: parts, chosen: [], taken: [], lines: [], leavesNothing: false });
}

async function agreeOnLines(
  reader: Db | Tx,
  order: Row<"orders">,
  wish: LineWish,
  refundable: Parts,
): Promise<Outcome<RefundPlan>> {
  const shipping = wish.shipping ? shippingLeft(await shippingSold(reader, order), refundable) : nothing;
  if (wish.shipping && shipping.shipping === 0)
    return refuse("exceeds_order", "Shipping was free or is refunded already, so there is nothing of it to refund.");
  const lineProgress = await readLineProgress(reader, order.id);
  const chosen = chooseUnits(lineProgress, wish.lines, ({ unrefunded }) => unrefunded.units, "left to refund");
  if (!chosen.ok) return chosen;
  const { taken, lines } = splitUnits(chosen.value, ({ progress }) => (order.state === "placed" ? toShip(progress) : 0));
  const parts = plus(partsOfLines([...lines, ...taken.map(({ share }) => share)]), shipping);
  if (sumOf(parts) === 0) return refuse("exceeds_order", "These products were free, so there is nothing to refund.");
  if (parts.products > refundable.products || parts.tax > refundable.tax)
    return refuse(
      "exceeds_order",
      `Of the products and their tax only ${dollars(refundable.products + refundable.tax)} is left: refund an amount.`,
    );
  const out = taken.length > 0 ? await planTakeOut(reader, order, lineProgress, taken) : undefined;
  if (!out?.ok) {
    const refundedOnly = { taken: [], lines: splitUnits(chosen.value, () => 0).lines, leavesNothing: out !== undefined };
    return ok({ parts, booked: parts, chosen: chosen.value, ...refundedOnly });
  }
  const booked = plus(partsOfLines(lines), { ...shipping, owed: out.value.refund });
  return ok({ parts, booked, chosen: chosen.value, taken, lines, leavesNothing: false });
}

/**
 * Splits the chosen units of each line into unshipped and shipped units, unshipped first. Both
 * shares add up to the line's share to the cent.
 */
function splitUnits(
  chosen: readonly ChosenUnits[],
  unshippedOf: (chosen: ChosenUnits) => number,
): { taken: TakenUnits[]; lines: RefundedLine[] } {
  const split = chosen.map((each) => {
    const { progress, units } = each;
    const unshipped = Math.min(units, unshippedOf(each));
    const share = shareOf(progress.unrefunded, unshipped);
    const rest = shareOf(lineLeft(progress.unrefunded, [share]), units - unshipped);
    return { taken: { progress, share }, line: { lineId: progress.line.id, ...rest } };
  });
  return {
    taken: split.map(({ taken }) => taken).filter(({ share }) => share.units > 0),
    lines: split.map(({ line }) => line).filter(({ units }) => units > 0),
  };
}

/** The products and tax of units of lines. */
export function partsOfLines(lines: readonly LineShare[]): Parts {
  const sum = (part: "net" | "tax") => lines.reduce((all, line) => all + line[part], 0);
  return { products: sum("net"), shipping: 0, tax: sum("tax"), owed: 0 };
}
