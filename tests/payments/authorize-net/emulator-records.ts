/** A transaction of the emulator. Amounts are in cents. */
export type Entry = {
  transId: string;
  refId: string | null;
  transactionType: "authOnlyTransaction" | "authCaptureTransaction" | "refundTransaction";
  status: string;
  invoiceNumber: string | null;
  authCents: number;
  settleCents: number;
  refTransId: string | null;
  at: number;
  batchId: string | null;
  last4: string;
  accountType: string;
  avs: string;
  cvv: string;
  responseCode: number;
  reason: number;
};

export type BatchEntry = { batchId: string; at: number };

const dollars = (cents: number) => cents / 100;
const utc = (at: number) => new Date(at).toISOString();

/** The details of a transaction; codes and amounts are numbers here. */
export const detailsOf = (entry: Entry, batch: BatchEntry | undefined) => ({
  transId: entry.transId,
  ...(entry.refTransId !== null && { refTransId: entry.refTransId }),
  submitTimeUTC: utc(entry.at),
  submitTimeLocal: utc(entry.at).slice(0, -1),
  transactionType: entry.transactionType,
  transactionStatus: entry.status,
  responseCode: entry.responseCode,
  responseReasonCode: entry.reason,
  responseReasonDescription: "Approval",
  AVSResponse: entry.avs,
  ...(entry.cvv !== "" && { cardCodeResponse: entry.cvv }),
  ...(batch && {
    batch: { batchId: batch.batchId, settlementTimeUTC: utc(batch.at), settlementState: "settledSuccessfully" },
  }),
  ...(entry.invoiceNumber !== null && { order: { invoiceNumber: entry.invoiceNumber, discountAmount: 0 } }),
  authAmount: dollars(entry.authCents),
  settleAmount: dollars(entry.settleCents),
  taxExempt: false,
  payment: { creditCard: { cardNumber: `XXXX${entry.last4}`, expirationDate: "XXXX", cardType: entry.accountType } },
  product: "Card Not Present",
});

export const summaryOf = (entry: Entry) => ({
  transId: entry.transId,
  submitTimeUTC: utc(entry.at),
  submitTimeLocal: utc(entry.at).slice(0, -1),
  transactionStatus: entry.status,
  ...(entry.invoiceNumber !== null && { invoiceNumber: entry.invoiceNumber }),
  accountType: entry.accountType,
  accountNumber: `XXXX${entry.last4}`,
  settleAmount: dollars(entry.settleCents),
  marketType: "eCommerce",
  product: "Card Not Present",
});

export const batchOf = ({ batchId, at }: BatchEntry, entries: readonly Entry[]) => ({
  batchId,
  settlementTimeUTC: utc(at),
  settlementState: "settledSuccessfully",
  paymentMethod: "creditCard",
  statistics: [
    {
      accountType: "Visa",
      chargeCount: entries.filter(({ status }) => status === "settledSuccessfully").length,
      refundCount: entries.filter(({ status }) => status.startsWith("refund")).length,
    },
  ],
});

type Messages = { resultCode: "Ok" | "Error"; message: { code: string; text: string }[] };

const texts: Readonly<Record<string, string>> = {
  I00001: "Successful.",
  I00004: "No records found.",
  E00003: "The request could not be understood.",
  E00007: "User authentication failed due to invalid authentication values.",
  E00011: "Access denied. You do not have permissions to call the Transaction Details API.",
  E00013: "The field is invalid.",
  E00027: "The transaction was unsuccessful.",
  E00040: "The record cannot be found.",
  E00104: "The server is in maintenance, so the requested method is unavailable, please try again later.",
};

export const messages = (code: string): { messages: Messages } => ({
  messages: { resultCode: code.startsWith("E") ? "Error" : "Ok", message: [{ code, text: texts[code] ?? "" }] },
});
