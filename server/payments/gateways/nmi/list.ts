import { type Unknown, unanswered } from "../gateway.ts";
import type { ReferencedListing, ReferencedTransaction } from "../keyless.ts";
import type { NmiTransaction } from "./answers.ts";
import { allTransactions } from "./look-up.ts";
import { isInDollars, isPayment, isRefund, paymentOf, refundActionsOf, refundOf, refundsOf } from "./records.ts";
import type { NmiLine, Transactions } from "./service.ts";

const minute = 60_000;
/** How late a transaction may appear in the records, in ms; ample, as NMI promises no time. */
const lateMs = 15 * minute;
/** How long a list waits for a transaction whose end NMI does not know; then it is left out. */
const undecidedMs = 7 * 24 * 60 * minute;

type Period = { since: number; until: number };

/**
 * Lists payments and refunds. NMI selects by the time of the last action, so all since `since` are
 * read, and then selected by the time of the first.
 */
export async function list(line: Pick<NmiLine, "query">, period: Period, now: number): Promise<ReferencedListing> {
  const found = await allTransactions(line, period.since);
  if (found.status === "unknown") return unanswered(found.code);
  const inDollars = found.transactions.filter(isInDollars);
  const earlier = await earlierPayments(line, inDollars);
  if (earlier.status === "unknown") return earlier;
  const records = [...paymentsIn(inDollars), ...refundsIn([...inDollars, ...earlier.transactions])];
  const waiting = inDollars.flatMap((transaction) => undecidedAt(transaction, now));
  return {
    status: "listed",
    transactions: records.filter(({ at }) => at >= period.since && at < period.until).toSorted((a, b) => a.at - b.at),
    completeUntil: Math.min(period.until, now - lateMs, ...waiting),
  };
}

/**
 * The payments before the list of refunds that do not name them, by their order IDs. Refunds by the
 * shop have their own.
 */
async function earlierPayments(
  line: Pick<NmiLine, "query">,
  transactions: readonly NmiTransaction[],
): Promise<Transactions | Unknown> {
  const listed = new Set(transactions.filter(isPayment).flatMap((payment) => refundsOf(payment, transactions)));
  const payments: NmiTransaction[] = [];
  for (const refund of transactions.filter(isRefund)) {
    const { order_id, original_transaction_id: original } = refund;
    if (original !== "" || order_id === "" || listed.has(refund)) continue;
    const found = await line.query({ order_id });
    if (found.status === "unknown") return found;
    payments.push(...found.transactions.filter(isPayment));
  }
  return { status: "listed", transactions: payments };
}

const paymentsIn = (transactions: readonly NmiTransaction[]): ReferencedTransaction[] =>
  transactions
    .filter(isPayment)
    .flatMap((payment) => [paymentOf(payment, refundsOf(payment, transactions)) ?? [], refundActionsOf(payment)].flat());

/** A refund that names no payment, and whose payment is not listed, belongs to itself. */
function refundsIn(transactions: readonly NmiTransaction[]): ReferencedTransaction[] {
  const authRefs = new Map(
    transactions
      .filter(isPayment)
      .flatMap((payment) =>
        refundsOf(payment, transactions).map(({ transaction_id }) => [transaction_id, payment.transaction_id] as const),
      ),
  );
  return transactions.filter(isRefund).flatMap((refund) => {
    const { transaction_id: own, original_transaction_id: original } = refund;
    return refundOf(refund, original || (authRefs.get(own) ?? own)) ?? [];
  });
}

/** When a payment or refund began whose end is not known yet, if the list waits for it. */
function undecidedAt(transaction: NmiTransaction, now: number): number[] {
  const at = transaction.action[0]?.date;
  if (at === undefined || now - at > undecidedMs) return [];
  const isDecided = isPayment(transaction) ? paymentOf(transaction, []) : refundOf(transaction, transaction.transaction_id);
  return isDecided || !(isPayment(transaction) || isRefund(transaction)) ? [] : [at];
}
