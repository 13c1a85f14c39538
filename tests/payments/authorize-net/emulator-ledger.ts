import { accountType, avsOf, type CardVerdict, cardVerdict, cvvOf } from "./emulator-cards.ts";
import type { BatchEntry, Entry } from "./emulator-records.ts";

/** A `transactionRequest` that the schema has taken. */
export type TransactionRequest = {
  transactionType: string;
  amount?: string | number;
  payment?: { creditCard?: { cardNumber: string; expirationDate: string; cardCode?: string } };
  refTransId?: string;
  order?: { invoiceNumber?: string };
  billTo?: { zip?: string };
  transactionSettings?: { setting: { settingName: string; settingValue: string }[] };
};

/** The gateway's verdict; `partOf` is the amount that was asked for, in cents. */
export type Reply = { responseCode: number; reason: number; entry?: Entry; transId?: string; partOf?: number };

const refused = (reason: number): Reply => ({ responseCode: 3, reason });
const lapsedMessage = { voided: 310, captured: 311 };

/** The emulator's transactions, in memory. */
export class Ledger {
  readonly entries: Entry[] = [];
  readonly batches: BatchEntry[] = [];
  readonly #recent: { hash: string; at: number; entry: Entry }[] = [];
  readonly #now: () => number;
  #lastNumber = 40_000_000_000;

  constructor(now: () => number) {
    this.#now = now;
  }

  find = (transId: string | undefined): Entry | undefined => this.entries.find((entry) => entry.transId === transId);

  carryOut(request: TransactionRequest, refId: string | null): Reply {
    const { transactionType } = request;
    if (transactionType === "authOnlyTransaction") return this.#authorize(request, refId);
    if (transactionType === "priorAuthCaptureTransaction") return this.#capture(request);
    if (transactionType === "voidTransaction") return this.#void(request);
    return transactionType === "refundTransaction" ? this.#refund(request, refId) : refused(33);
  }

  /** Ends a review. The bank declines an approved payment whose address does not match. */
  endReview({ action, refTransId }: { action: string; refTransId: string }): Reply {
    const entry = this.find(refTransId);
    if (!entry?.status.startsWith("FDS")) return refused(16);
    if (action === "approve" && entry.avs === "N") {
      entry.status = "declined";
      return { responseCode: 2, reason: 27, entry };
    }
    entry.status = action === "approve" ? "authorizedPendingCapture" : "voided";
    return { responseCode: 1, reason: 1, entry };
  }

  /** Settles all that was captured, voided, declined or refunded. */
  settle(at = this.#now()): void {
    const batchId = String(++this.#lastNumber);
    this.batches.push({ batchId, at });
    const after: Readonly<Record<string, string>> = {
      capturedPendingSettlement: "settledSuccessfully",
      refundPendingSettlement: "refundSettledSuccessfully",
    };
    for (const entry of this.entries) {
      if (entry.batchId !== null || /^(authorizedPending|FDS)/.test(entry.status)) continue;
      entry.status = after[entry.status] ?? entry.status;
      entry.batchId = batchId;
    }
  }

  add(entry: Partial<Entry>): Entry {
    const added: Entry = {
      transId: String(++this.#lastNumber),
      refId: null,
      transactionType: "authOnlyTransaction",
      status: "authorizedPendingCapture",
      invoiceNumber: null,
      authCents: 0,
      settleCents: 0,
      refTransId: null,
      at: this.#now(),
      batchId: null,
      last4: "1111",
      accountType: "Visa",
      avs: "P",
      cvv: "",
      responseCode: 1,
      reason: 1,
      ...entry,
    };
    this.entries.push(added);
    return added;
  }

  #authorize(request: TransactionRequest, refId: string | null): Reply {
    const card = request.payment?.creditCard;
    const cents = Math.round(Number(request.amount) * 100);
    if (!card?.cardNumber) return refused(33);
    if (!(cents > 0)) return refused(5);
    const first = this.#duplicateOf(request);
    if (first) return { responseCode: 3, reason: 11, transId: first.transId };
    const verdict = cardVerdict(card.cardNumber, request.billTo?.zip);
    if (verdict.responseCode === 3) return refused(verdict.reason);
    const held = verdict.part ? Math.floor(cents / 2) : cents;
    const entry = this.add({
      refId,
      status: statusOf(verdict),
      invoiceNumber: request.order?.invoiceNumber ?? null,
      authCents: held,
      settleCents: held,
      last4: card.cardNumber.slice(-4),
      accountType: accountType(card.cardNumber),
      avs: avsOf(request.billTo?.zip),
      cvv: cvvOf(card.cardCode),
      ...verdict,
    });
    this.#remember(request, entry);
    return { responseCode: verdict.responseCode, reason: verdict.reason, entry, ...(verdict.part && { partOf: cents }) };
  }

  #capture({ refTransId, amount }: TransactionRequest): Reply {
    const entry = this.find(refTransId);
    const cents = Math.round(Number(amount) * 100);
    if (!entry || entry.transactionType === "refundTransaction") return refused(16);
    if (/^(captured|settled)/.test(entry.status)) return { responseCode: 1, reason: lapsedMessage.captured, transId: "0" };
    if (entry.status === "voided") return { responseCode: 1, reason: lapsedMessage.voided, transId: "0" };
    if (entry.status !== "authorizedPendingCapture") return refused(33);
    if (!(cents > 0) || cents > entry.authCents) return refused(5);
    Object.assign(entry, { status: "capturedPendingSettlement", settleCents: cents });
    return { responseCode: 1, reason: 1, entry };
  }

  #void({ refTransId }: TransactionRequest): Reply {
    const entry = this.find(refTransId);
    if (entry?.status === "voided") return { responseCode: 1, reason: lapsedMessage.voided, transId: "0" };
    if (!entry || !/Pending/.test(entry.status)) return refused(16);
    entry.status = "voided";
    return { responseCode: 1, reason: 1, entry };
  }

  #refund(request: TransactionRequest, refId: string | null): Reply {
    const payment = this.find(request.refTransId);
    const cents = Math.round(Number(request.amount) * 100);
    const card = request.payment?.creditCard;
    if (!payment) return refused(16);
    if (payment.status !== "settledSuccessfully" || card?.cardNumber !== payment.last4 || card.expirationDate !== "XXXX")
      return refused(54);
    const first = this.#duplicateOf(request);
    if (first) return { responseCode: 3, reason: 11, transId: first.transId };
    if (cents > payment.settleCents - this.refundedOf(payment)) return refused(55);
    const entry = this.refund(payment, cents, { refId, invoiceNumber: request.order?.invoiceNumber ?? null });
    this.#remember(request, entry);
    return { responseCode: 1, reason: 1, entry };
  }

  refund = ({ transId, last4, accountType }: Entry, cents: number, by: Pick<Entry, "refId" | "invoiceNumber">): Entry =>
    this.add({
      ...by,
      transactionType: "refundTransaction",
      status: "refundPendingSettlement",
      refTransId: transId,
      authCents: cents,
      settleCents: cents,
      last4,
      accountType,
    });

  refundedOf = ({ transId }: Entry): number =>
    this.entries
      .filter(({ refTransId, status }) => refTransId === transId && status.startsWith("refund"))
      .reduce((total, { settleCents }) => total + settleCents, 0);

  #duplicateOf(request: TransactionRequest): Entry | undefined {
    const setting = request.transactionSettings?.setting.find(({ settingName }) => settingName === "duplicateWindow");
    const since = this.#now() - Number(setting?.settingValue ?? 120) * 1000;
    return this.#recent.find(({ hash, at }) => hash === hashOf(request) && at > since)?.entry;
  }

  #remember(request: TransactionRequest, entry: Entry): void {
    this.#recent.push({ hash: hashOf(request), at: this.#now(), entry });
  }
}

const hashOf = ({ transactionType, amount, payment, order, refTransId, billTo }: TransactionRequest) =>
  JSON.stringify([transactionType, amount, payment, order, refTransId, billTo]);

function statusOf({ responseCode, reason }: CardVerdict): string {
  if (responseCode === 2) return "declined";
  if (responseCode === 1) return "authorizedPendingCapture";
  return reason === 252 ? "FDSAuthorizedPendingReview" : "FDSPendingReview";
}
