import type { Cents } from "../../money.ts";
import { type Answer, callService, type ServiceLine } from "../../web/http-call.ts";
import { isClosedLine } from "./closed-line.ts";
import {
  type Authorization,
  type AuthorizeResult,
  type CheckResult,
  type ClosePage,
  type ClosePageResult,
  type ElsewhereResult,
  type Gateway,
  type GiveBack,
  type GiveBackResult,
  guarded,
  type Listing,
  type NotFound,
  type PaymentMeans,
  type RecordedTransaction,
  type RefusedResult,
  type Result,
  type ReviewEnd,
  type ReviewEndResult,
  refusedCall,
  type TransactionKind,
  type Unknown,
  unanswered,
} from "./gateway.ts";
import {
  type AuthorizeCall,
  closeAnswer,
  errorAnswer,
  isConsistent,
  isConsistentAnswer,
  pageAnswer,
  type Transaction,
  transaction,
  transactionsPage,
} from "./protocol.ts";

export type HttpGatewayOptions = {
  url: string;
  secret: string;
  /** throws when a database transaction is open */
  refuseInsideTransaction: () => void;
  deadlineMs?: number;
  fetch?: typeof globalThis.fetch;
};

const pageLength = 500;

type Ask = (path: string, deadlineMs: number | undefined, body?: object) => Promise<Answer>;

/** A gateway with the protocol of docs/gateways.md, such as the built-in test gateway. */
export function openHttpGateway({
  url,
  secret,
  refuseInsideTransaction,
  deadlineMs: usualMs = 20_000,
  fetch,
}: HttpGatewayOptions): Gateway {
  if (!isClosedLine(url)) throw new Error("the payment gateway's address must be https, or on this machine");
  const line: ServiceLine = { url, secret, fetch: fetch ?? globalThis.fetch };
  const ask: Ask = (path, deadlineMs, body) =>
    callService(line, { path, deadlineMs: deadlineMs ?? usualMs, ...(body && { body }) });
  const { origin } = new URL(url);
  const gateway: Gateway = {
    capabilities: { tokens: false, hosted: origin },
    authorize: (authorization) => authorize(ask, authorization, origin),
    capture: async ({ deadlineMs, key, authRef, amountCents }) =>
      readResult(await ask("capture", deadlineMs, { key, authRef, amountCents }), "capture", key, amountCents),
    giveBack: (money) => giveBack(ask, money),
    lookup: async ({ deadlineMs, ...wanted }) =>
      readLookup(await ask(`lookup?${new URLSearchParams(wanted)}`, deadlineMs), wanted),
    list: ({ deadlineMs, since, until }) => list(ask, deadlineMs, { since, until }),
    check: ({ deadlineMs }) => check(ask, deadlineMs),
    closePage: (page) => closePage(ask, page),
    endReview: (review) => endReview(ask, review),
  };
  return guarded(gateway, refuseInsideTransaction);
}

/** Sends only named fields, since the address may contain more, such as a phone number. */
async function authorize(
  ask: Ask,
  { means, deadlineMs, billing, ...rest }: Authorization,
  origin: string,
): Promise<AuthorizeResult | ElsewhereResult> {
  if ("token" in means) return refusedCall("card_required");
  const { key, amountCents, currency, ip } = rest;
  const { firstName, lastName, streetAddress1, city, postalCode, country, countryArea } = billing;
  const address = { firstName, lastName, streetAddress1, city, postalCode, country, countryArea };
  const call: AuthorizeCall = { key, amountCents, currency, orderRef: key, ip, billing: address, ...sentMeans(means) };
  const answer = await ask("authorize", deadlineMs, call);
  const page = "hosted" in means ? readPage(answer, key, origin) : undefined;
  if (page) return page;
  const result = readResult(answer, "authorize", key, amountCents);
  if (result.status === "approved" && isHeld(answer)) return { ...result, status: "held" };
  // `unauthorized` may come from a service behind the gateway, after the charge. So this answer
  // proves nothing about the money.
  return result.status === "error" && result.code === "unauthorized" ? unanswered(result.code) : result;
}

function sentMeans(means: Exclude<PaymentMeans, { token: string }>) {
  if ("card" in means) {
    const { number, expiry, code, holder } = means.card.reveal();
    return { card: { number, expiry, code, holder } };
  }
  const { returnUrl, cancelUrl, until } = means.hosted;
  return { hosted: { returnUrl, cancelUrl, until } };
}

/** The page of an unpaid payment, which must have the gateway's origin; undefined if none. */
function readPage(answer: Answer, key: string, origin: string): ElsewhereResult | Unknown | undefined {
  const elsewhere = answer.arrived && answer.status === 200 ? pageAnswer.safeParse(answer.body).data : undefined;
  if (!elsewhere) return undefined;
  const { status, ref, page } = elsewhere;
  if (elsewhere.key !== key || new URL(page.address).origin !== origin) return unanswered("bad_answer");
  return { ...refusedCall("elsewhere"), status, ref, page };
}

async function closePage(ask: Ask, { key, deadlineMs }: ClosePage): Promise<ClosePageResult> {
  const answer = await ask("close", deadlineMs, { key });
  if (answer.arrived && answer.status === 200 && closeAnswer.safeParse(answer.body).success) return { status: "closed" };
  const { status, code } = readTransaction(answer);
  return status === "error" ? refusedCall(code) : unanswered(status === "unknown" ? code : "bad_answer");
}

/**
 * The gateway itself refuses to void what was captured, so the records need not be read before the
 * call.
 */
async function giveBack(ask: Ask, { key, authRef, captureRef, amountCents, deadlineMs }: GiveBack): Promise<GiveBackResult> {
  const [kind, status] = captureRef === null ? (["void", "voided"] as const) : (["refund", "refunded"] as const);
  const call = captureRef === null ? { key, authRef } : { key, captureRef, amountCents };
  const askedCents = captureRef === null ? undefined : amountCents;
  const answer = await ask(kind, deadlineMs, call);
  const until = settlesAt(answer);
  if (until !== undefined) return { ...refusedCall("not_settled"), status: "too_early", until };
  const result = readResult(answer, kind, key, askedCents);
  return result.status === "approved" ? { ...result, status } : result;
}

async function endReview(ask: Ask, { key, approve, deadlineMs }: ReviewEnd): Promise<ReviewEndResult> {
  const response = readTransaction(await ask("review", deadlineMs, { key, approve }));
  if (response.status === "unknown" || response.status === "error") return response;
  return response.key === key ? { status: "ended" } : unanswered("bad_answer");
}

const isHeld = (answer: Answer): boolean => {
  const response = readTransaction(answer);
  return "state" in response && response.state === "held";
};

/** When a payment that is not settled will be, in ms since epoch; undefined for other answers. */
function settlesAt(answer: Answer): number | undefined {
  const error = answer.arrived && answer.status === 409 ? errorAnswer.safeParse(answer.body).data?.error : undefined;
  return error?.code === "not_settled" ? error.until : undefined;
}

function readResult(answer: Answer, kind: TransactionKind, key: string, askedCents?: Cents): Result {
  const response = readTransaction(answer);
  if (response.status === "unknown" || response.status === "error") return response;
  if (response.kind !== kind || response.key !== key || !isConsistentAnswer(response)) return unanswered("bad_answer");
  const { status, ref, amountCents, avs, cvv, brand, last4 } = response;
  const isOther = status === "approved" && askedCents !== undefined && amountCents !== askedCents;
  return {
    status,
    ref,
    amountCents,
    code: isOther ? "amount_mismatch" : response.code,
    avs,
    cvv,
    brand,
    last4,
    retryable: false,
  };
}

function readLookup(answer: Answer, wanted: { key: string } | { ref: string }): RecordedTransaction | NotFound | Unknown {
  if (isNotFound(answer, "key" in wanted ? wanted.key : wanted.ref)) return { status: "not_found" };
  const response = readTransaction(answer);
  // A refused lookup says nothing about the payment, so the outcome stays unknown.
  if (response.status === "unknown" || response.status === "error") return unanswered(response.code);
  const isWanted = "key" in wanted ? response.key === wanted.key : response.ref === wanted.ref;
  return isWanted && isConsistent(response) ? { ...response, retryable: false } : unanswered("bad_answer");
}

function isNotFound(answer: Answer, asked: string): boolean {
  const error = answer.arrived && answer.status === 404 ? errorAnswer.safeParse(answer.body).data?.error : undefined;
  return error?.code === "not_found" && error.asked === asked;
}

function readTransaction(answer: Answer): Transaction | RefusedResult | Unknown {
  if (!answer.arrived) return unanswered(answer.code);
  const record = answer.status === 200 ? transaction.safeParse(answer.body).data : undefined;
  if (record) return record;
  const errorBody = answer.status >= 400 ? errorAnswer.safeParse(answer.body).data : undefined;
  return errorBody ? refusedCall(errorBody.error.code) : unanswered("bad_answer");
}

/** Looks up a key that no call has. */
async function check(ask: Ask, deadlineMs: number | undefined): Promise<CheckResult> {
  const key = "check";
  const answer = await ask(`lookup?key=${key}`, deadlineMs);
  if (isNotFound(answer, key)) return { status: "accepted" };
  const { code } = readTransaction(answer);
  return code === "unauthorized"
    ? {
        status: "refused",
        text: "PAYMENT_GATEWAY_SECRET must be the secret that the payment gateway at PAYMENT_GATEWAY_URL knows",
      }
    : unanswered(code);
}

/** Reads all pages; a failed page makes the whole list unknown. */
async function list(ask: Ask, deadlineMs: number | undefined, period: { since: number; until: number }): Promise<Listing> {
  const transactions: RecordedTransaction[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const query = `since=${period.since}&until=${period.until}&after=${after}&limit=${pageLength}`;
    const answer: Answer = await ask(`books?${query}`, deadlineMs);
    if (!answer.arrived) return unanswered(answer.code);
    const page = answer.status === 200 ? transactionsPage.safeParse(answer.body).data : undefined;
    if (!page || (page.next !== null && page.next <= after)) return unanswered("bad_answer");
    transactions.push(...page.transactions.map((listed) => ({ ...listed, retryable: false }) as const));
    after = page.next;
  }
  return { status: "listed", transactions, completeUntil: period.until };
}
