import { isClosedLine } from "../closed-line.ts";
import {
  type AuthorizeResult,
  type CheckResult,
  type Deadline,
  type ElsewhereResult,
  type Result,
  refusedCall,
  unanswered,
} from "../gateway.ts";
import type { KeylessGateway } from "../keyless.ts";
import { summariesAnswer } from "./answers.ts";
import { type ApiLine, type Ask, askEach, askWithin, readError } from "./ask.ts";
import { endReview } from "./end-review.ts";
import { giveBack } from "./give-back.ts";
import { openHostedPage, pageOrigin } from "./hosted-page.ts";
import { list } from "./list.ts";
import { lookupByRef, lookupByReference } from "./lookup.ts";
import { authorizeCall, captureCall, unsettledCall } from "./requests.ts";
import { send } from "./send.ts";
import { webhookReader } from "./webhook.ts";

export const authorizeNetUrl = "https://api.authorize.net/xml/v1/request.api";

export type AuthorizeNetOptions = {
  url?: string | undefined;
  /** the API login ID */
  login?: string | undefined;
  /** the transaction key */
  secret: string;
  /** the Signature Key; without it, no notification is read */
  webhookSecret?: string | undefined;
  deadlineMs?: number;
  fetch?: typeof globalThis.fetch;
  now?: () => number;
};

/** Authorize.Net's API in JSON, with the shop's own card form or the gateway's payment page. */
export function openAuthorizeNetGateway({
  url = authorizeNetUrl,
  login,
  secret,
  webhookSecret,
  deadlineMs: usualMs = 20_000,
  fetch = globalThis.fetch,
  now = Date.now,
}: AuthorizeNetOptions): KeylessGateway {
  if (!isClosedLine(url)) throw new Error("the payment gateway's address must be https, or on this machine");
  if (!login) throw new Error("PAYMENT_GATEWAY_LOGIN must be the API login ID of the Authorize.Net account");
  const line: ApiLine = { url, login, secret, fetch };
  const origin = pageOrigin(url);
  const within = ({ deadlineMs }: Deadline) => askWithin(line, deadlineMs ?? usualMs);
  return {
    capabilities: { tokens: false, hosted: origin },
    authorize: (authorization) => authorize(within(authorization), authorization, { origin, now: now() }),
    capture: (capture) => captureOnce(within(capture), capture),
    giveBack: (money) => giveBack(within(money), money, now()),
    lookup: (wanted) =>
      "reference" in wanted && wanted.ref === undefined
        ? lookupByReference(within(wanted), wanted, now())
        : lookupByRef(within(wanted), wanted.ref ?? "", now()),
    // A list may need many requests, so each has the deadline for itself.
    list: (period) => list(askEach(line, period.deadlineMs ?? usualMs), period, now()),
    check: (call) => check(within(call)),
    endReview: (review) => endReview(within(review), review),
    ...(webhookSecret && { webhook: webhookReader(webhookSecret) }),
  };
}

type AuthorizeCall = Parameters<KeylessGateway["authorize"]>[0];
type CaptureCall = Parameters<KeylessGateway["capture"]>[0];

async function authorize(
  ask: Ask,
  { means, ...authorization }: AuthorizeCall,
  place: { origin: string; now: number },
): Promise<AuthorizeResult | ElsewhereResult> {
  if ("hosted" in means) return openHostedPage(ask, authorization, means.hosted, place);
  if (!("card" in means)) return refusedCall("card_required");
  const call = authorizeCall({ ...authorization, card: means.card.reveal() });
  return send(ask, call, { amountCents: authorization.amountCents, card: means.card });
}

/** No review is known to hold a capture, so one that is held is looked up. */
async function captureOnce(ask: Ask, { reference, authRef, amountCents }: CaptureCall): Promise<Result> {
  const result = await send(ask, captureCall(reference, authRef, amountCents), { amountCents, authRef });
  return result.status === "held" ? unanswered("held_for_review") : result;
}

const refusalTexts: Readonly<Record<string, string>> = {
  unauthorized:
    "PAYMENT_GATEWAY_LOGIN must be the API login ID, and PAYMENT_GATEWAY_SECRET the transaction key, of the Authorize.Net account at PAYMENT_GATEWAY_URL",
  look_up_switched_off:
    "The Authorize.Net account of PAYMENT_GATEWAY_LOGIN must let the shop look up payments: switch on the Transaction Details API in its Merchant Interface (Account, Settings, Transaction Details API)",
};

/** Reads one unsettled transaction, as every look-up does. */
async function check(ask: Ask): Promise<CheckResult> {
  const answer = await ask(unsettledCall(1, 1), summariesAnswer);
  if (!answer.arrived) return unanswered(answer.code);
  const error = readError(answer.body);
  if (error === undefined) return { status: "accepted" };
  const text = refusalTexts[error];
  return text === undefined ? unanswered(error) : { status: "refused", text };
}
