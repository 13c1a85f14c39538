import type { BillingAnswer } from "../../server/checkout/calls.ts";
import { billingPath } from "../../server/checkout/paths.ts";
import type { Address } from "../../server/customers/rules/address-fields.ts";
import type { PayAnswer } from "../../server/payments/calls.ts";
import type { CardPage } from "../../server/payments/rules/attempt.ts";
import { CallError, call, networkErrorText } from "../call.ts";
import type { OverlayTexts } from "../stores/overlay.ts";
import { toast } from "../stores/toasts.ts";
import { sendWithWork, type WorkOptions } from "../ui/press-work.ts";
import type { PaymentDetails } from "./card-fields.tsx";

type BillingInput = {
  checkoutId: string;
  /** the shipping address on the page, or another address */
  billingAddress: Address;
  sameAsShipping: boolean;
  /** the id of the values that the shopper sees; only these values are charged */
  quote: string;
};

type Payment = BillingInput & {
  action: string;
  /**
   * reads the card from its fields, again for each call: during a proof of work nothing but the
   * fields contains the card. Undefined if the card is typed on a page of the gateway
   */
  readCard: () => PaymentDetails | undefined;
  /** key of the pressed form: the server charges the same key only once */
  formKey: string;
  /** the id of a payment method without a card, with which no card is read; else empty or absent */
  means: string | undefined;
  work: WorkOptions;
};

/** The result: the errors of the billing address, or the payment's own answer. */
type PressAnswer = PayAnswer | (BillingAnswer & { orderId?: never });

export const paymentTexts: OverlayTexts = {
  title: "processing your payment",
  message:
    "Thank you for your purchase! We are currently processing your payment. This might take a few moments. Please do not refresh the page or navigate away.",
};

/**
 * Sends the billing address, then the card (requirement 104). Rejects with CallError; undefined if
 * the page was left meanwhile.
 */
export async function pay({ action, readCard, formKey, means, work, ...billing }: Payment): Promise<PressAnswer | undefined> {
  const { checkoutId, quote } = billing;
  const billed = await bill(billing);
  if (billed?.errors?.length) return billed;
  const send = (done: string | undefined) => {
    const how = means ? { means } : { paymentDetails: readCard() };
    const payment = { ...how, checkoutId, quote, formKey, ...(done && { work: done }) };
    return call<PayAnswer>("POST", action, payment, { overlay: paymentTexts });
  };
  const answer = await sendWithWork(send, work);
  if (answer && !answer.errors && !("page" in answer) && !("orderId" in answer)) throw new CallError(networkErrorText);
  return answer;
}

/** Goes to the gateway's page on which the shopper pays. */
export function openPage({ address, method, fields }: CardPage): void {
  if (method === "GET") {
    location.assign(address);
    return;
  }
  const form = Object.assign(document.createElement("form"), { method, action: address });
  for (const [name, value] of Object.entries(fields))
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  document.body.append(form);
  form.submit();
}

/**
 * Sends the billing address. Undefined if the checkout can no longer be changed, since it is paid
 * or being paid: the payment call then returns the payment's outcome.
 */
async function bill(billing: BillingInput): Promise<BillingAnswer | undefined> {
  try {
    const billed = await call<BillingAnswer>("POST", billingPath, billing);
    if (!billed.errors?.length) toast("success", "billing address updated successfully");
    return billed;
  } catch (refusal) {
    if (refusal instanceof CallError && (refusal.code === "paying" || refusal.code === "completed")) return undefined;
    throw refusal;
  }
}
