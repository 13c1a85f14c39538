import pLimit from "p-limit";
import { type Batch, batchesAnswer, type Details, detailsAnswer, type Summary, summariesAnswer } from "./answers.ts";
import { type ApiAnswer, type Ask, type NoAnswer, readError } from "./ask.ts";
import { type DetailedTransaction, isRefundStatus } from "./records.ts";
import { type ApiCall, batchCall, batchesCall, detailsCall, pageLength, unsettledCall } from "./requests.ts";

const hour = 3_600_000;
/** The gateway names the batches of at most 31 days at once. */
const longestPeriod = 30 * 24 * hour;
const atOnce = 4;

const noAnswer = (code: string): NoAnswer => ({ arrived: false, code });

/** A transaction by the gateway's number; undefined if the gateway says that there is none. */
export async function findByRef(ask: Ask, ref: string): Promise<ApiAnswer<DetailedTransaction | undefined>> {
  // The gateway's numbers have digits only, and it would refuse anything else as malformed.
  if (!/^\d{1,20}$/.test(ref)) return { arrived: true, body: undefined };
  const answer = await ask(detailsCall(ref), detailsAnswer);
  if (!answer.arrived) return answer;
  const error = readError(answer.body);
  if (error === "not_found") return { arrived: true, body: undefined };
  if (error !== undefined) return noAnswer(error);
  const { transaction, transrefId } = answer.body;
  if (transaction?.transId !== ref) return noAnswer("bad_answer");
  return { arrived: true, body: { details: transaction, refId: transrefId || null } };
}

/** All transactions that are not settled yet. */
export const findUnsettled = (ask: Ask): Promise<ApiAnswer<Summary[]>> => readPages(ask, unsettledCall);

/** All transactions of the wanted batches that were settled since a time. */
export async function findSettled(
  ask: Ask,
  since: number,
  now: number,
  isWanted: (batch: Batch) => boolean = () => true,
): Promise<ApiAnswer<Summary[]>> {
  const batches = await findBatches(ask, since, now);
  if (!batches.arrived) return batches;
  const wanted = batches.body.filter(isWanted);
  return joined(await pLimit(atOnce).map(wanted, ({ batchId }) => readPages(ask, (page) => batchCall(batchId, page))));
}

/** The batches settled since a time, with an hour more at each end, since clocks differ. */
async function findBatches(ask: Ask, since: number, now: number): Promise<ApiAnswer<Batch[]>> {
  const found = new Map<string, Batch>();
  const end = now + hour;
  for (let first = Math.max(0, since - hour); first < end; first += longestPeriod) {
    const answer = await ask(batchesCall(first, Math.min(first + longestPeriod, end)), batchesAnswer);
    if (!answer.arrived) return answer;
    const error = readError(answer.body);
    if (error !== undefined) return noAnswer(error);
    for (const batch of answer.body.batchList) found.set(batch.batchId, batch);
  }
  return { arrived: true, body: [...found.values()] };
}

/** Reads all pages. A list that lost transactions between its pages is no answer. */
async function readPages(ask: Ask, callOf: (page: number) => ApiCall): Promise<ApiAnswer<Summary[]>> {
  const found = new Map<string, Summary>();
  let total = 0;
  for (let page = 1; ; page++) {
    const answer = await ask(callOf(page), summariesAnswer);
    if (!answer.arrived) return answer;
    const error = readError(answer.body);
    if (error !== undefined) return noAnswer(error);
    const { transactions, totalNumInResultSet } = answer.body;
    const before = found.size;
    for (const summary of transactions) found.set(summary.transId, summary);
    total = Math.max(total, totalNumInResultSet ?? 0);
    const isLast = transactions.length < pageLength && found.size >= total;
    if (isLast) return { arrived: true, body: [...found.values()] };
    if (found.size === before) return noAnswer("incomplete_list");
  }
}

const hasRefunds = ({ statistics }: Batch): boolean =>
  statistics == null || statistics.some(({ refundCount }) => refundCount !== 0);

/** The refunds of a settled payment that were not taken back. Its own details name none. */
export async function findRefunds(ask: Ask, payment: Details, now: number): Promise<ApiAnswer<DetailedTransaction[]>> {
  const unsettled = await findUnsettled(ask);
  if (!unsettled.arrived) return unsettled;
  const settled = await findSettled(ask, Date.parse(payment.batch?.settlementTimeUTC ?? payment.submitTimeUTC), now, hasRefunds);
  if (!settled.arrived) return settled;
  const cardNumber = payment.payment?.creditCard?.cardNumber;
  const mayBeOf = ({ transactionStatus, accountNumber }: Summary) =>
    isRefundStatus(transactionStatus) && (!cardNumber || !accountNumber || accountNumber === cardNumber);
  const refunds = await findAll(ask, [...unsettled.body, ...settled.body].filter(mayBeOf));
  if (!refunds.arrived) return refunds;
  return {
    arrived: true,
    body: refunds.body.filter(({ details }) => details.refTransId === payment.transId),
  };
}

/** The details of listed transactions. A listed transaction that is not found is no answer. */
export async function findAll(ask: Ask, summaries: readonly Summary[]): Promise<ApiAnswer<DetailedTransaction[]>> {
  const refs = new Set(summaries.map(({ transId }) => transId));
  const answers = await pLimit(atOnce).map(refs, async (ref): Promise<ApiAnswer<DetailedTransaction[]>> => {
    const answer = await findByRef(ask, ref);
    if (!answer.arrived) return answer;
    return answer.body ? { arrived: true, body: [answer.body] } : noAnswer("bad_answer");
  });
  return joined(answers);
}

function joined<Item>(answers: readonly ApiAnswer<Item[]>[]): ApiAnswer<Item[]> {
  const missing = answers.find((answer): answer is NoAnswer => !answer.arrived);
  return missing ?? { arrived: true, body: answers.flatMap((answer) => (answer.arrived ? answer.body : [])) };
}
