import { type ElsewhereResult, type RefusedResult, refusedCall, type Unknown, unanswered } from "../gateway.ts";
import { hostedPageAnswer } from "./answers.ts";
import type { Ask } from "./ask.ts";
import { type ApiCall, authorizationRequest, type ReferencedAuthorization, settings } from "./requests.ts";
import { verdictOf } from "./verdicts.ts";

/** How long the token of a page opens it, in ms. */
const tokenMs = 15 * 60_000;

/** The origin of the payment page for each host of Authorize.Net's API. */
const pageOrigins: Readonly<Record<string, string>> = {
  "api.authorize.net": "https://accept.authorize.net",
  "api2.authorize.net": "https://accept.authorize.net",
  "apitest.authorize.net": "https://test.authorize.net",
};

/** The origin of the payment page. For a reseller, it is that of the API. */
export function pageOrigin(apiUrl: string): string {
  const { host, origin } = new URL(apiUrl);
  return pageOrigins[host] ?? origin;
}

type Addresses = { returnUrl: string; cancelUrl: string };
type Place = { origin: string; now: number };

/**
 * Asks for a page on which the shopper pays. Only its token opens the page, and no error repeats
 * the token.
 */
export async function openHostedPage(
  ask: Ask,
  authorization: ReferencedAuthorization,
  addresses: Addresses,
  { origin, now }: Place,
): Promise<ElsewhereResult | RefusedResult | Unknown> {
  const answer = await ask(hostedPageCall(authorization, addresses), hostedPageAnswer);
  if (!answer.arrived) return unanswered(answer.code);
  const { messages, token } = answer.body;
  if (messages.resultCode === "Ok" && token) {
    const page = { address: `${origin}/payment/payment`, method: "POST", fields: { token }, until: now + tokenMs } as const;
    return { ...unanswered("elsewhere"), status: "elsewhere", page };
  }
  const { is, code } = verdictOf(answer.body);
  return is === "refused" ? refusedCall(code) : unanswered(code);
}

/**
 * The request for a page. It sets no `duplicateWindow`, so that the usual two minutes count: a
 * longer one would refuse a card whose code the shopper has corrected.
 */
const hostedPageCall = (authorization: ReferencedAuthorization, { returnUrl, cancelUrl }: Addresses): ApiCall => ({
  name: "getHostedPaymentPage",
  refId: authorization.reference,
  fields: {
    transactionRequest: authorizationRequest(authorization),
    hostedPaymentSettings: settings({
      hostedPaymentReturnOptions: JSON.stringify({
        showReceipt: false,
        url: returnUrl,
        urlText: "Continue",
        cancelUrl,
        cancelUrlText: "Cancel",
      }),
      hostedPaymentButtonOptions: JSON.stringify({ text: "Pay" }),
      hostedPaymentOrderOptions: JSON.stringify({ show: false }),
      hostedPaymentPaymentOptions: JSON.stringify({ cardCodeRequired: true, showBankAccount: false }),
      hostedPaymentBillingAddressOptions: JSON.stringify({ show: false }),
      hostedPaymentShippingAddressOptions: JSON.stringify({ show: false }),
      hostedPaymentCustomerOptions: JSON.stringify({ showEmail: false, requiredEmail: false }),
    }),
  },
});
