import { z } from "zod";
import { changedQuote } from "../checkout/calls/answers.ts";
import { paymentPath } from "../checkout/paths.ts";
import { billingForm } from "../checkout/schema.ts";
import { type AnswerOf, brokenFields, type Call, data } from "../web/call.ts";
import { idempotencyKey, paymentCall, paymentForm } from "./schema.ts";

const paid = z.strictObject({ orderId: z.string() });

/** The key for the next press; where something changed also what stands now. */
const refused = z.strictObject({ formKey: z.string(), ...changedQuote.partial().shape });
export type RefusedPayment = z.infer<typeof refused>;

export const paymentCalls = {
  pay: {
    method: "POST",
    path: paymentPath,
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
    refusalData: refused,
    codes: [
      "not_found",
      "signed_out",
      "cart_empty",
      "out_of_stock",
      "promo_taken",
      "changed",
      "declined",
      "failed",
      "too_many_tries",
      "already_answered",
      "key_conflict",
      "paying",
      "outcome_unknown",
    ],
  },
} as const satisfies Record<string, Call>;

export type PayAnswer = AnswerOf<typeof paymentCalls.pay>;
