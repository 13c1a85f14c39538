import { z } from "zod";
import { changedQuote } from "../checkout/calls/answers.ts";
import { paymentLinkPath, paymentPath, stepPath } from "../checkout/paths.ts";
import { billingForm } from "../checkout/schema.ts";
import { type AnswerOf, brokenFields, type Call, data } from "../web/call.ts";
import { workChallenge } from "../web/proof-of-work/schema.ts";
import { idempotencyKey, paymentCall, paymentForm, paymentLinkBody } from "./schema.ts";

/** The order, or the page of the gateway to go to: by a link, or by a form with these fields. */
const paid = z.union([
  z.strictObject({ orderId: z.string() }),
  z.strictObject({
    page: z.strictObject({ address: z.string(), method: z.enum(["GET", "POST"]), fields: z.record(z.string(), z.string()) }),
  }),
]);

/**
 * The data of a refusal: the key for the next press, the current quote after a change, and the
 * challenge if work is required.
 */
const refusalAnswer = z.strictObject({
  formKey: z.string(),
  challenge: workChallenge.optional(),
  ...changedQuote.partial().shape,
});
export type RefusedPayment = z.infer<typeof refusalAnswer>;

export const paymentCalls = {
  pay: {
    method: "POST",
    path: paymentPath,
    screen: stepPath("payment", ":checkoutId"),
    summary: "Pays",
    guard: "csrf",
    headers: {
      "Idempotency-Key": {
        schema: idempotencyKey,
        means:
          "Identifies one press of Pay. Sent again with the same checkoutId and quote, it starts no second payment: the answer is the first one’s. With another checkoutId or quote it is refused as key_conflict. Nothing else is compared, and nothing of the card. Use a new random key, such as a UUID, for each press, also after a refusal. Keys do not expire.",
      },
    },
    body: paymentCall,
    // The page is one form, which includes the checkout's billing fields.
    form: z.intersection(billingForm, paymentForm),
    answer: data(paid),
    fieldErrors: z.strictObject({ data: z.strictObject({ errors: brokenFields, formKey: z.string() }) }),
    refusalData: refusalAnswer,
    codes: [
      "order_closed",
      "not_found",
      "signed_out",
      "cart_empty",
      "out_of_stock",
      "promo_taken",
      "changed",
      "declined",
      "unpaid",
      "failed",
      "work_required",
      "too_many_tries",
      "already_answered",
      "key_conflict",
      "paying",
      "held",
      "outcome_unknown",
    ],
  },
  receiveWebhook: {
    method: "POST",
    path: "/hooks/payments/:adapter",
    summary: "Takes a signed webhook of the payment gateway, after which a payment under review is looked up",
    answer: data(z.strictObject({})),
    codes: [],
  },
  mailPaymentLink: {
    method: "POST",
    path: paymentLinkPath,
    screen: stepPath("payment", ":checkoutId"),
    summary: "Emails a link to pay with instead of work, to the checkout’s own address; nothing while no work is required",
    guard: "csrf",
    body: paymentLinkBody,
    answer: data(z.strictObject({ mailed: z.boolean() })),
    codes: ["not_found", "signed_out", "paying", "completed", "too_many_tries"],
  },
} as const satisfies Record<string, Call>;

export type PayAnswer = AnswerOf<typeof paymentCalls.pay>;
