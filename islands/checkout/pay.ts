import { billingPath } from "../../server/checkout/paths.ts";
import type { PaidAnswer, RefusedPayment } from "../../server/payments/calls.ts";
import { CallError, call, networkErrorText } from "../call.ts";
import type { OverlayTexts } from "../stores/overlay.ts";
import { toast } from "../stores/toasts.ts";
import type { AddressFields } from "../ui/address-shape.ts";
import type { FormAnswer } from "../ui/form-state.ts";
import type { PaymentDetails } from "./card-fields.tsx";

type Payment = {
  action: string;
  checkoutId: string;
  billingAddress: AddressFields;
  paymentDetails: PaymentDetails;
  /** the id of the total that the shopper sees: no other is charged */
  quote: string;
  /** key of the pressed form: the same key is never charged twice */
  formKey: string;
};

/** A refusal has the key of the next press. */
export type Paid = FormAnswer & Partial<PaidAnswer> & Partial<Pick<RefusedPayment, "formKey">>;

export const paymentTexts: OverlayTexts = {
  title: "processing your payment",
  message:
    "Thank you for your purchase! We are currently processing your payment. This might take a few moments. Please do not refresh the page or navigate away.",
};

/** Billing first, then the card (acceptance 104). Rejects with CallError. */
export async function pay({ action, checkoutId, billingAddress, paymentDetails, quote, formKey }: Payment): Promise<Paid> {
  const billed = await bill(billingAddress, checkoutId);
  if (billed.errors?.length) return billed;
  const paid = await call<Paid>("POST", action, { paymentDetails, checkoutId, quote, formKey }, { overlay: paymentTexts });
  if (!paid.errors && !paid.orderId) throw new CallError(networkErrorText);
  return paid;
}

/**
 * A checkout that can no longer be changed is being paid, or is paid: the payment call returns its
 * outcome.
 */
async function bill(billingAddress: AddressFields, checkoutId: string): Promise<FormAnswer> {
  try {
    const billed = await call<FormAnswer>("POST", billingPath, { billingAddress, checkoutId });
    if (!billed.errors?.length) toast("success", "billing address updated successfully");
    return billed;
  } catch (refusal) {
    if (refusal instanceof CallError && (refusal.code === "paying" || refusal.code === "completed")) return {};
    throw refusal;
  }
}
