import { z } from "zod";
import type { WebhookEvent, WebhookReader } from "../gateway.ts";
import { loadStripe } from "./line.ts";
import { referenceKey } from "./records.ts";

/** The greatest age of a webhook, in seconds; given, as some releases of the package check none. */
const tolerance = 300;

const event = z.object({
  id: z.string().max(200),
  data: z.object({
    object: z.object({
      id: z.string().max(250),
      object: z.string(),
      client_reference_id: z.string().max(200).nullish(),
      payment_intent: z.string().max(250).nullish().catch(null),
      metadata: z.object({ [referenceKey]: z.string().max(200).optional() }).nullish(),
    }),
  }),
});

/** Reads webhooks that are signed with this secret, by the official package. */
export function stripeWebhook(secret: string, now: () => number): WebhookReader {
  const { webhooks } = loadStripe();
  return (rawBody, header) => {
    const signature = header("stripe-signature");
    if (signature === undefined) return undefined;
    try {
      return eventIn(webhooks.constructEvent(rawBody, signature, secret, tolerance, undefined, now()));
    } catch {
      return undefined;
    }
  };
}

/** What an event is about: a page or a payment; for a charge, refund or dispute, its payment. */
function eventIn(signed: unknown): WebhookEvent {
  const { id: eventId, data } = event.parse(signed);
  const { id, object, client_reference_id, payment_intent, metadata } = data.object;
  const isNamed = object === "checkout.session" || object === "payment_intent";
  return {
    eventId,
    ref: isNamed ? id : (payment_intent ?? null),
    reference: client_reference_id ?? metadata?.[referenceKey] ?? null,
  };
}
