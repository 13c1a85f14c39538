import { type NotFound, type Unknown, unanswered } from "../gateway.ts";
import type { ReferencedTransaction } from "../keyless.ts";
import type { NmiTransaction } from "./answers.ts";
import { isInDollars, isPayment, isRefund, paymentOf, refundOf, refundsOf } from "./records.ts";
import { timestampOf } from "./requests.ts";
import type { NmiLine, Transactions } from "./service.ts";
import { conditions } from "./verdicts.ts";

export type TransactionQuery = { reference: string; ref?: string } | { ref: string };
export type FoundPayment = { payment: NmiTransaction; record: ReferencedTransaction; refunds: readonly NmiTransaction[] };

/** Finds a transaction by NMI's reference, or by the order ID that it was sent with. */
export async function lookUp(line: NmiLine, query: TransactionQuery): Promise<ReferencedTransaction | NotFound | Unknown> {
  const found = await findTransactions(line, query);
  if (found.status === "unknown") return found;
  const transactions = found.transactions.filter((transaction) => isPayment(transaction) || isRefund(transaction));
  // Records in a state that the shop does not know prove nothing.
  if (transactions.length < found.transactions.length || !transactions.every(isInDollars)) return unanswered("undecided");
  const [first] = transactions;
  if (!first) return { status: "not_found" };
  const payments = transactions.filter(isPayment);
  return payments.length > 0 ? onlyPayment(line, payments) : lookedUpRefund(transactions, first);
}

async function findTransactions(line: NmiLine, query: TransactionQuery): Promise<Transactions | Unknown> {
  if (query.ref) {
    const found = await line.query({ transaction_id: query.ref });
    if (found.status === "unknown" || found.transactions.length > 0 || !("reference" in query)) return found;
  }
  return "reference" in query ? line.query({ order_id: query.reference }) : { status: "listed", transactions: [] };
}

/**
 * NMI's order IDs are not unique, so a payment may stand beside tries that failed. Two payments
 * that were both approved are not decided here.
 */
async function onlyPayment(line: NmiLine, payments: readonly NmiTransaction[]): Promise<ReferencedTransaction | Unknown> {
  const approved = payments.filter(({ condition }) => conditions[condition] !== "declined");
  const [payment] = approved.length > 0 ? approved : payments;
  if (approved.length > 1 || !payment) return unanswered("ambiguous");
  const withRefunds = await withItsRefunds(line, payment);
  return "status" in withRefunds ? withRefunds : withRefunds.record;
}

function lookedUpRefund(refunds: readonly NmiTransaction[], first: NmiTransaction): ReferencedTransaction | Unknown {
  const records = refunds.map((refund) => refundOf(refund, refund.original_transaction_id || refund.transaction_id));
  if (records.includes(undefined)) return unanswered("undecided");
  const made = records.filter((record) => record?.state === "refunded");
  if (made.length > 1) return unanswered("ambiguous");
  return made[0] ?? records[refunds.indexOf(first)] ?? unanswered("undecided");
}

/** A payment by NMI's reference, with its refunds. */
export async function findPayment(line: NmiLine, authRef: string): Promise<FoundPayment | NotFound | Unknown> {
  const found = await line.query({ transaction_id: authRef });
  if (found.status === "unknown") return found;
  const [payment] = found.transactions;
  if (!payment) return { status: "not_found" };
  if (!isPayment(payment) || !isInDollars(payment) || found.transactions.length > 1) return unanswered("undecided");
  return withItsRefunds(line, payment);
}

/** Only a settled payment can have refunds that are transactions of their own. */
async function withItsRefunds(line: NmiLine, payment: NmiTransaction): Promise<FoundPayment | Unknown> {
  const since = payment.action[0]?.date ?? 0;
  const isSettled = conditions[payment.condition] === "settled";
  const later = isSettled ? await allTransactions(line, since, { action_type: "refund,credit" }) : undefined;
  if (later?.status === "unknown") return later;
  const refunds = refundsOf(payment, later?.transactions ?? []);
  const record = paymentOf(payment, refunds);
  return record ? { payment, record, refunds } : unanswered("undecided");
}

const pageLength = 250;

/**
 * All transactions with an action since `since`, of all pages. NMI does not say whether it counts
 * pages from 0 or from 1, so both are read, and a transaction that comes again counts once.
 */
export async function allTransactions(
  line: Pick<NmiLine, "query">,
  since: number,
  filter: Readonly<Record<string, string>> = {},
): Promise<Transactions | Unknown> {
  const byId = new Map<string, NmiTransaction>();
  for (let page = 0; ; page += 1) {
    const pages = { result_limit: String(pageLength), page_number: String(page) };
    const found = await line.query({ ...filter, start_date: timestampOf(since), ...pages });
    if (found.status === "unknown") return found;
    const known = byId.size;
    for (const transaction of found.transactions) byId.set(transaction.transaction_id, transaction);
    const isLast = page > 0 && found.transactions.length === 0;
    if (isLast || (page > 1 && byId.size === known)) return { status: "listed", transactions: [...byId.values()] };
  }
}
