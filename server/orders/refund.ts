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
import { refuseOutdated } from "./seen.ts";

/** All that is left, shipping too; an amount of it; or units of lines with their tax, without shipping. */
export type RefundWish = { all: true } | { amount: Cents } | { lines: readonly LineUnits[] };

export type RequestedRefund = { key: string; amount: Cents; parts: Parts };

/**
 * Refunds an order in whole or in part: a job moves the money after the commit, and the shopper is
 * emailed. It changes no stock. Refused before the payment is charged, and beyond what is left.
 */
export const refundOrder = (
  db: Db,
  { orderId, wish, actor, seen }: { orderId: string; wish: RefundWish; actor: Actor; seen?: number | undefined },
  now: number,
): Promise<Outcome<RequestedRefund>> =>
  transactOutcome(db, async (tx) => {
    if (!(await lockOrder(tx, orderId))) return notFound;
    const outdated = await refuseOutdated(tx, orderId, seen);
    if (outdated) return outdated;
    const maxParts = await refundableParts(tx, orderId);
    if (sumOf(maxParts) <= 0) return nothingLeft(await moneyStateOf(tx, orderId));
    const agreed = await agree(tx, orderId, wish, maxParts);
    if (!agreed.ok) return agreed;
    const { parts, lines } = agreed.value;
    const requested = await requestRefund(tx, { orderId, parts, lines, actor }, now);
    return requested.ok ? ok({ key: requested.value, amount: sumOf(parts), parts }) : requested;
  });

function nothingLeft(money: MoneyState) {
  if (money !== "authorized") return refuse("exceeds_order", "Nothing of this order is left to refund.");
  return refuse("unpaid", "Its payment has not been charged yet: edit or cancel the order instead.");
}

type Agreed = { parts: Parts; lines: readonly RefundedLine[] };

async function agree(tx: Tx, orderId: string, wish: RefundWish, left: Parts): Promise<Outcome<Agreed>> {
  if ("lines" in wish) return await agreeOnLines(tx, orderId, wish.lines, left);
  const amount = "all" in wish ? sumOf(left) : wish.amount;
  if (amount <= sumOf(left)) return ok({ parts: divide(left, amount), lines: [] });
  return refuse("exceeds_order", `Only ${dollars(sumOf(left))} of this order is left to refund.`);
}

async function agreeOnLines(tx: Tx, orderId: string, wanted: readonly LineUnits[], left: Parts): Promise<Outcome<Agreed>> {
  const standings = await lineStandings(tx, orderId);
  const chosen = chooseUnits(standings, wanted, ({ unrefunded }) => unrefunded.units, "left to refund");
  if (!chosen.ok) return chosen;
  const lines = chosen.value.map(({ standing, units }) => ({ lineId: standing.line.id, ...shareOf(standing.unrefunded, units) }));
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
