import type { Db, Tx } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { type Cents, dollars } from "../money.ts";
import { notFound, type Outcome, ok, refuse } from "../outcome.ts";
import { moneyStateOf } from "./ledger.ts";
import { chooseUnits, type LineUnits, lineStandings } from "./line-standings.ts";
import { lockOrder } from "./queries/after-sale.ts";
import { type RefundedLine, refundableParts, requestRefund } from "./request-refund.ts";
import type { Actor } from "./rules/actor.ts";
import { divide, type MoneyState, type Parts, sumOf } from "./rules/ledger.ts";
import { shareOf } from "./rules/line-shares.ts";
import { refuseOutdated, sumChanged } from "./seen.ts";

/** All that is left, shipping too; an amount of it; or units of lines with their tax, without shipping. */
export type RefundWish = { all: true } | { amount: Cents } | { lines: readonly LineUnits[] };

export type RequestedRefund = { key: string; amount: Cents; parts: Parts };

/** What a refund would give back, and what would then be left; `lines` are units, where it is of units. */
export type RefundPreview = { refund: Cents; left: Cents; lines: readonly { name: string; units: number }[] };

type RefundInput = { orderId: string; wish: RefundWish; seen?: number | undefined };

/**
 * Refunds an order in whole or in part: a job moves the money after the commit, and the shopper is
 * emailed. It changes no stock. Refused before the payment is charged, beyond what is left, and for
 * another sum than `shown`, where one was.
 */
export const refundOrder = (
  db: Db,
  { orderId, wish, actor, seen, shown }: RefundInput & { actor: Actor; shown?: Cents | undefined },
  now: number,
): Promise<Outcome<RequestedRefund>> =>
  transactOutcome(db, async (tx) => {
    if (!(await lockOrder(tx, orderId))) return notFound;
    const planned = await planRefund(tx, { orderId, wish, seen });
    if (!planned.ok) return planned;
    const { parts, lines } = planned.value;
    const amount = sumOf(parts);
    if (shown !== undefined && shown !== amount) return sumChanged;
    const requested = await requestRefund(tx, { orderId, parts, lines, actor }, now);
    return requested.ok ? ok({ key: requested.value, amount, parts }) : requested;
  });

/** What a refund would do now. It writes nothing, and is refused as the refund would be. */
export async function previewRefund(db: Db, input: RefundInput): Promise<Outcome<RefundPreview>> {
  const planned = await planRefund(db, input);
  if (!planned.ok) return planned;
  const { parts, lines, left } = planned.value;
  const refund = sumOf(parts);
  return ok({ refund, left: sumOf(left) - refund, lines: lines.map(({ name, units }) => ({ name, units })) });
}

type Agreed = { parts: Parts; lines: readonly (RefundedLine & { name: string })[] };

/** Under the order's lock it stays so. */
async function planRefund(reader: Db | Tx, { orderId, wish, seen }: RefundInput): Promise<Outcome<Agreed & { left: Parts }>> {
  const outdated = await refuseOutdated(reader, orderId, seen);
  if (outdated) return outdated;
  const left = await refundableParts(reader, orderId);
  if (sumOf(left) <= 0) return nothingLeft(await moneyStateOf(reader, orderId));
  const agreed = await agree(reader, orderId, wish, left);
  return agreed.ok ? ok({ ...agreed.value, left }) : agreed;
}

function nothingLeft(money: MoneyState) {
  if (money !== "authorized") return refuse("exceeds_order", "Nothing of this order is left to refund.");
  return refuse("unpaid", "Its payment has not been charged yet: edit or cancel the order instead.");
}

async function agree(reader: Db | Tx, orderId: string, wish: RefundWish, left: Parts): Promise<Outcome<Agreed>> {
  if ("lines" in wish) return await agreeOnLines(reader, orderId, wish.lines, left);
  const amount = "all" in wish ? sumOf(left) : wish.amount;
  if (amount <= sumOf(left)) return ok({ parts: divide(left, amount), lines: [] });
  return refuse("exceeds_order", `Only ${dollars(sumOf(left))} of this order is left to refund.`);
}

async function agreeOnLines(
  reader: Db | Tx,
  orderId: string,
  wanted: readonly LineUnits[],
  left: Parts,
): Promise<Outcome<Agreed>> {
  const standings = await lineStandings(reader, orderId);
  const chosen = chooseUnits(standings, wanted, ({ unrefunded }) => unrefunded.units, "left to refund");
  if (!chosen.ok) return chosen;
  const lines = chosen.value.map(({ standing, units }) => {
    return { lineId: standing.line.id, name: standing.name, ...shareOf(standing.unrefunded, units) };
  });
  const parts = partsOfLines(lines);
  if (sumOf(parts) === 0) return refuse("exceeds_order", "These products were free, so there is nothing to refund.");
  if (parts.products > left.products || parts.tax > left.tax)
    return refuse(
      "exceeds_order",
      `Of the products and their tax only ${dollars(left.products + left.tax)} is left: refund an amount.`,
    );
  return ok({ parts, lines });
}

/** Products and tax of units of lines. */
export function partsOfLines(lines: readonly RefundedLine[]): Parts {
  const sum = (part: "net" | "tax") => lines.reduce((all, line) => all + line[part], 0);
  return { products: sum("net"), shipping: 0, tax: sum("tax"), owed: 0 };
}
