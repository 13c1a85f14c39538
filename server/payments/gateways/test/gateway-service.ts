import type { RevealedCard } from "../card-data.ts";
import {
  authorizeCall,
  captureCall,
  closeCall,
  disputeCall,
  type GatewayErrorCode,
  refundCall,
  reviewCall,
  transaction,
  voidCall,
} from "../protocol.ts";
import { verdictOfCard } from "./cards.ts";
import {
  addressMatch,
  type Charge,
  type ClearingResult,
  clearAuthorization,
  clearCapture,
  clearDispute,
  clearRefund,
  clearReview,
  clearVoid,
  declineOf,
} from "./clearing.ts";
import { type FaultRule, faultRuleOn, type ResponseFault } from "./faults.ts";
import type { PayPage } from "./page-store.ts";
import { closePage, openPage } from "./pages.ts";
import type { Entry, TransactionStore } from "./transaction-store.ts";

/** How far ahead the test gateway says that it settles, in ms. */
const settlementPause = 3_600_000;

/** An answer before it is sent; `spoil` says how the server damages it. */
export type Reply = { status: number; body: object; spoil?: ResponseFault };

/** `detail` repeats the key or reference that was not found. */
export const errorReply = (status: number, code: GatewayErrorCode | "internal" | "unavailable", detail?: string): Reply => ({
  status,
  body: { error: { code, asked: detail } },
});

type FollowingKind = "capture" | "void" | "refund";
type FollowingCall = { key: string; amountCents?: number };
type Clear<Call> = (store: TransactionStore, call: Call, at: number) => ClearingResult;

/**
 * Answers calls. A key that was used before gets the recorded answer. A call with a new key is
 * cleared, which means that it is carried out and recorded, with the fault of its card. Counts of
 * failures and late approvals are kept in memory.
 */
export class GatewayService {
  readonly #store: TransactionStore;
  readonly #clock: () => number;
  readonly #lateMs: number;
  readonly #failures = new Map<string, number>();
  readonly #late = new Set<Charge>();
  #settledUntil = 0;

  constructor(store: TransactionStore, clock: () => number, lateMs: number) {
    this.#store = store;
    this.#clock = clock;
    this.#lateMs = lateMs;
  }

  /** `origin` is that of the payment's page, if a page is asked for. */
  authorize(body: unknown, origin: string): Reply {
    const { data: call } = authorizeCall.safeParse(body);
    if (!call) return errorReply(400, "invalid_request");
    if (this.#store.pages.isClosed(call.key)) return errorReply(409, "page_closed");
    if ("hosted" in call) {
      const opened = openPage(this.#store, call, origin);
      return "page" in opened ? { status: 200, body: opened } : replyTo(opened);
    }
    if (this.#store.pages.byKey(call.key)) return errorReply(409, "key_conflict");
    const verdict = verdictOfCard(call.card, new Date(this.#clock()));
    const { key, amountCents, orderRef, billing } = call;
    const charge = { call: { key, amountCents, orderRef }, avs: addressMatch(billing), verdict };
    const priorTransaction = this.#store.byKey(call.key);
    if (priorTransaction)
      return isSameCharge(priorTransaction, charge) ? answering(priorTransaction) : errorReply(409, "key_conflict");
    return this.#charge(charge);
  }

  /** Closes the page of an unpaid payment, even before the page was asked for. */
  close = (body: unknown): Reply => {
    const { data: call } = closeCall.safeParse(body);
    if (!call) return errorReply(400, "invalid_request");
    const refused = closePage(this.#store, call.key);
    return refused ? errorReply(409, refused) : { status: 200, body: { closed: true } };
  };

  /**
   * Pays on an open page as `authorize` does with a card. A declined card is not recorded, since
   * another one may follow; its code is in `declined`.
   */
  pay(page: PayPage, card: RevealedCard): Reply & { declined?: string } {
    const verdict = verdictOfCard(card, new Date(this.#clock()));
    const declined = declineOf(verdict);
    const spoil = faultRuleOn("authorize", verdict.fault)?.spoil;
    if (declined) return { status: 422, body: {}, declined, ...(spoil && { spoil }) };
    return this.#charge({ call: page, avs: page.avs, verdict });
  }

  capture = (body: unknown): Reply =>
    this.#follow("capture", captureCall.safeParse(body).data, (call) => call.authRef, clearCapture);

  void = (body: unknown): Reply => this.#follow("void", voidCall.safeParse(body).data, (call) => call.authRef, clearVoid);

  refund = (body: unknown): Reply => {
    const call = refundCall.safeParse(body).data;
    const capture = call && this.#store.byRef(call.captureRef);
    const isPart = capture !== undefined && call !== undefined && call.amountCents < capture.capturedCents;
    const waits = isPart && faultRuleOn("refund", capture.fault)?.unsettled && capture.at >= this.#settledUntil;
    if (!waits) return this.#refundNow(body);
    return { status: 409, body: { error: { code: "not_settled", until: this.#clock() + settlementPause } } };
  };

  #refundNow = (body: unknown): Reply =>
    this.#follow("refund", refundCall.safeParse(body).data, (call) => call.captureRef, clearRefund);

  /** A transaction by its key, or by this gateway's own reference, under which none is hidden. */
  lookup(key: string | null, ref: string | null): Reply {
    const wanted = key ?? ref;
    if (!wanted) return errorReply(400, "invalid_request");
    const transaction = key === null ? this.#store.byRef(wanted) : this.#store.byKey(wanted);
    if (!transaction) return errorReply(404, "not_found", wanted);
    const rule = faultRuleOn("lookup", transaction.fault);
    if (rule?.hides) return key === null ? answering(transaction) : errorReply(404, "not_found", wanted);
    return this.#isDue(rule, transaction.key) ? errorReply(503, "unavailable") : answering(transaction);
  }

  /** Ends the review of a held payment. */
  review = (body: unknown): Reply => {
    const call = reviewCall.safeParse(body).data;
    return call ? replyTo(clearReview(this.#store, call)) : errorReply(400, "invalid_request");
  };

  dispute = (body: unknown): Reply => {
    const call = disputeCall.safeParse(body).data;
    return call ? replyTo(clearDispute(this.#store, call)) : errorReply(400, "invalid_request");
  };

  /** Settles all captures that were made so far. */
  settle(): void {
    this.#settledUntil = this.#clock() + 1;
  }

  /** Approves all pending late authorisations now. */
  clearAllLate(): number {
    const charges = [...this.#late];
    for (const charge of charges) this.#book(charge);
    return charges.length;
  }

  #charge(charge: Charge): Reply {
    return this.#play(faultRuleOn("authorize", charge.verdict.fault), charge.call.key, {
      clear: () => clearAuthorization(this.#store, charge, this.#clock()),
      clearLate: () => this.#clearLate(charge),
    });
  }

  #follow<Call extends FollowingCall>(
    kind: FollowingKind,
    call: Call | undefined,
    parentOf: (call: Call) => string,
    clear: Clear<Call>,
  ): Reply {
    if (!call) return errorReply(400, "invalid_request");
    const parentRef = parentOf(call);
    const priorTransaction = this.#store.byKey(call.key);
    if (priorTransaction)
      return isSameCall(priorTransaction, kind, parentRef, call.amountCents)
        ? answering(priorTransaction)
        : errorReply(409, "key_conflict");
    if (this.#store.pages.byKey(call.key)) return errorReply(409, "key_conflict");
    const rule = faultRuleOn(kind, this.#store.byRef(parentRef)?.fault ?? null);
    return this.#play(rule, `${kind} ${parentRef}`, { clear: () => clear(this.#store, call, this.#clock()) });
  }

  #play(rule: FaultRule | undefined, counted: string, on: { clear: () => ClearingResult; clearLate?: () => void }): Reply {
    const due = this.#isDue(rule, counted) ? rule : undefined;
    if (due?.recorded === "later") on.clearLate?.();
    const reply = due?.recorded ? errorReply(500, "internal") : replyTo(on.clear());
    return due?.spoil ? { ...reply, spoil: due.spoil } : reply;
  }

  #isDue(rule: FaultRule | undefined, counted: string): boolean {
    if (!rule?.times) return rule !== undefined;
    const failures = this.#failures.get(counted) ?? 0;
    this.#failures.set(counted, failures + 1);
    return failures < rule.times;
  }

  #clearLate(charge: Charge): void {
    this.#late.add(charge);
    setTimeout(() => this.#book(charge), this.#lateMs).unref();
  }

  #book(charge: Charge): void {
    if (this.#late.delete(charge)) clearAuthorization(this.#store, charge, this.#clock());
  }
}

const replyTo = (cleared: ClearingResult): Reply =>
  "refused" in cleared ? errorReply(409, cleared.refused) : answering(cleared);

const answering = (entry: Entry): Reply => ({ status: 200, body: transaction.parse(entry) });

const isSameCharge = (entry: Entry, { call, verdict }: Charge): boolean =>
  entry.kind === "authorize" &&
  entry.askedCents === call.amountCents &&
  entry.orderRef === call.orderRef &&
  entry.brand === verdict.brand &&
  entry.last4 === verdict.last4;

const isSameCall = (entry: Entry, kind: FollowingKind, parentRef: string, cents: number | undefined): boolean =>
  entry.kind === kind && entry.parentRef === parentRef && (cents === undefined || entry.askedCents === cents);
