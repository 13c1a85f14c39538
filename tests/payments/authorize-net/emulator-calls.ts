import type { Request } from "./emulator-http.ts";
import type { Ledger, Reply, TransactionRequest } from "./emulator-ledger.ts";
import { batchOf, detailsOf, type Entry, messages, summaryOf } from "./emulator-records.ts";

type Switches = { listLags: boolean; pageLength: number };
type Page = { limit: number; offset: number };

/** The answer to a call whose form and credentials are right. */
export function answerOf(ledger: Ledger, switches: Switches, { call, body }: Request): object {
  if (call === "createTransactionRequest") return create(ledger, body);
  if (call === "updateHeldTransactionRequest") return endReview(ledger, body);
  if (call === "getTransactionDetailsRequest") return details(ledger, String(body.transId));
  if (call === "getSettledBatchListRequest") return batches(ledger, body);
  const { paging } = body as { paging: Page };
  if (paging.limit > 1000 || paging.limit < 1 || paging.offset < 1) return messages("E00013");
  const page = { ...paging, limit: Math.min(paging.limit, switches.pageLength) };
  if (call === "getTransactionListRequest")
    return summaries(
      ledger.entries.filter(({ batchId }) => batchId === body.batchId),
      page,
    );
  const unsettled = ledger.entries.filter(({ batchId }) => batchId === null);
  return summaries(switches.listLags ? [] : unsettled, page);
}

function create(ledger: Ledger, body: Record<string, unknown>): object {
  const request = body.transactionRequest as TransactionRequest;
  const { responseCode, reason, entry, transId, partOf } = ledger.carryOut(request, (body.refId as string | undefined) ?? null);
  const isError = responseCode === 2 || responseCode === 3;
  return {
    transactionResponse: {
      responseCode: String(responseCode),
      authCode: isError ? "" : "HH5414",
      avsResultCode: request.transactionType === "authOnlyTransaction" ? (entry?.avs ?? "P") : "P",
      cvvResultCode: request.transactionType === "authOnlyTransaction" ? (entry?.cvv ?? "") : "",
      cavvResultCode: "",
      transId: entry?.transId ?? transId ?? "0",
      refTransID: request.refTransId ?? "",
      transHash: "",
      testRequest: "0",
      accountNumber: entry ? `XXXX${entry.last4}` : "",
      accountType: entry?.accountType ?? "",
      ...(partOf !== undefined && entry && { splitTenderId: "115901", ...part(partOf, entry) }),
      ...reasons({ responseCode, reason }),
      transHashSha2: "",
    },
    ...messages(responseCode === 3 ? "E00027" : "I00001"),
  };
}

function endReview(ledger: Ledger, { heldTransactionRequest }: Record<string, unknown>): object {
  const reply = ledger.endReview(heldTransactionRequest as { action: string; refTransId: string });
  return {
    transactionResponse: {
      responseCode: String(reply.responseCode),
      transId: reply.entry?.transId ?? "0",
      testRequest: "0",
      ...reasons(reply),
    },
    ...messages(reply.responseCode === 3 ? "E00027" : "I00001"),
  };
}

const part = (partOf: number, { authCents }: Entry) => ({
  prePaidCard: { requestedAmount: String(partOf / 100), approvedAmount: String(authCents / 100), balanceOnCard: "0.00" },
});

const reasons = ({ responseCode, reason }: Reply) =>
  responseCode === 2 || responseCode === 3
    ? { errors: [{ errorCode: String(reason), errorText: "This transaction has been declined." }] }
    : { messages: [{ code: String(reason), description: "This transaction has been approved." }] };

function details(ledger: Ledger, transId: string): object {
  if (!/^\d+$/.test(transId)) return messages("E00003");
  const entry = ledger.find(transId);
  if (!entry) return messages("E00040");
  const batch = ledger.batches.find(({ batchId }) => batchId === entry.batchId);
  return {
    transaction: detailsOf(entry, batch),
    ...(entry.refId !== null && { transrefId: entry.refId }),
    ...messages("I00001"),
  };
}

const longestPeriod = 31 * 24 * 3_600_000;

function batches(ledger: Ledger, { firstSettlementDate, lastSettlementDate }: Record<string, unknown>): object {
  const [first, last] = [Date.parse(String(firstSettlementDate)), Date.parse(String(lastSettlementDate))];
  if (!(last >= first) || last - first > longestPeriod) return messages("E00003");
  const found = ledger.batches.filter(({ at }) => at >= first && at <= last);
  if (found.length === 0) return messages("I00004");
  const inBatch = (id: string) => ledger.entries.filter(({ batchId }) => batchId === id);
  return { batchList: found.map((batch) => batchOf(batch, inBatch(batch.batchId))), ...messages("I00001") };
}

function summaries(entries: readonly Entry[], { limit, offset }: Page): object {
  const page = entries.toSorted((a, b) => a.at - b.at).slice((offset - 1) * limit, offset * limit);
  if (page.length === 0) return { totalNumInResultSet: 0, ...messages("I00004") };
  return { transactions: page.map(summaryOf), totalNumInResultSet: entries.length, ...messages("I00001") };
}
