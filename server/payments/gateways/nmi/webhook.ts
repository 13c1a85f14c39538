import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { WebhookEvent, WebhookReader } from "../gateway.ts";

const id = z.union([z.string().max(200), z.int()]).transform(String);
const event = z.object({
  event_id: id,
  event_body: z.object({ transaction_id: id.optional(), order_id: id.optional() }).optional(),
});

/**
 * Reads webhooks that are signed with this key. The signature has a nonce, not a time, so an event
 * that is sent again has a right signature too.
 */
export const nmiWebhook =
  (signingKey: string): WebhookReader =>
  (rawBody, header) => {
    const [, nonce, signature] = /^t=([^,]{1,200}),s=([0-9a-f]{64})$/i.exec(header("webhook-signature") ?? "") ?? [];
    if (nonce === undefined || signature === undefined) return undefined;
    const expected = createHmac("sha256", signingKey).update(`${nonce}.`).update(rawBody).digest();
    return timingSafeEqual(expected, Buffer.from(signature, "hex")) ? eventIn(rawBody) : undefined;
  };

/** The event of a body; undefined if that is not NMI's JSON. */
function eventIn(rawBody: Buffer): WebhookEvent | undefined {
  try {
    const { event_id: eventId, event_body: about } = event.parse(JSON.parse(rawBody.toString("utf8")));
    return { eventId, ref: about?.transaction_id ?? null, reference: about?.order_id || null };
  } catch {
    return undefined;
  }
}
