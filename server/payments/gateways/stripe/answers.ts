import { z } from "zod";

const cents = z.int().min(0);
const seconds = z.int().min(0);
const metadata = z.record(z.string(), z.string()).default({});

const checks = z.object({
  address_line1_check: z.string().nullish(),
  address_postal_code_check: z.string().nullish(),
  cvc_check: z.string().nullish(),
});

const charge = z.object({
  amount: cents,
  amount_refunded: cents,
  disputed: z.boolean().nullish(),
  status: z.string(),
  payment_method_details: z
    .object({
      card: z
        .object({
          brand: z.string().nullish(),
          last4: z
            .string()
            .regex(/^\d{4}$/)
            .nullish(),
          checks: checks.nullish(),
        })
        .nullish(),
    })
    .nullish(),
});
export type StripeCharge = z.infer<typeof charge>;

/** A PaymentIntent: a payment. `latest_charge` is an object only if the call asks for it. */
export const intent = z.object({
  id: z.string().regex(/^pi_\w{1,100}$/),
  amount: cents,
  amount_capturable: cents,
  amount_received: cents,
  currency: z.string(),
  status: z.string(),
  cancellation_reason: z.string().nullish(),
  created: seconds,
  metadata,
  latest_charge: z.union([charge, z.string()]).nullish(),
  last_payment_error: z.object({ code: z.string().nullish(), decline_code: z.string().nullish() }).nullish(),
});
export type StripeIntent = z.infer<typeof intent>;

/** A Checkout Session: a payment page. Its payment is an object only if the call asks for it. */
export const session = z.object({
  id: z.string().regex(/^cs_\w{1,200}$/),
  status: z.enum(["open", "complete", "expired"]),
  client_reference_id: z.string().nullish(),
  amount_total: cents.nullish(),
  currency: z.string().nullish(),
  url: z.url().nullish(),
  payment_intent: z.union([intent, z.string()]).nullish(),
});
export type StripeSession = z.infer<typeof session>;

export const refund = z.object({
  id: z.string().regex(/^\w{1,100}$/),
  amount: cents,
  currency: z.string(),
  status: z.string().nullish(),
  created: seconds,
  metadata,
  payment_intent: z.union([z.object({ id: z.string(), metadata }), z.string()]).nullish(),
});
export type StripeRefund = z.infer<typeof refund>;

/** One page of a list. */
export const pageOf = <Item extends z.ZodType>(item: Item) => z.object({ data: z.array(item), has_more: z.boolean() });
