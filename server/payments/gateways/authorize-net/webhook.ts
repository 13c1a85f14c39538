import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { WebhookEvent, WebhookReader } from "../gateway.ts";

const notification = z.object({
  notificationId: z.string().min(1).max(200),
  payload: z.object({
    entityName: z.string().optional(),
    id: z.string().min(1).max(200).optional(),
    merchantReferenceId: z.string().max(200).nullish(),
  }),
});

/**
 * Reads a notification signed with the account's Signature Key. The key of the HMAC is its text as
 * the gateway shows it, not the bytes that its hexadecimal digits stand for. The signature counts
 * the raw body, since numbers such as `300.00` change when JSON is written anew. The gateway names
 * the `refId` of the transaction's request `merchantReferenceId`.
 */
export const webhookReader =
  (signatureKey: string): WebhookReader =>
  (rawBody, header) => {
    const [, digest] = /^sha512=([0-9a-f]{128})$/i.exec(header("x-anet-signature") ?? "") ?? [];
    if (digest === undefined) return undefined;
    const expected = createHmac("sha512", signatureKey).update(rawBody).digest();
    return timingSafeEqual(expected, Buffer.from(digest, "hex")) ? eventIn(rawBody) : undefined;
  };

function eventIn(rawBody: Buffer): WebhookEvent | undefined {
  try {
    const { notificationId, payload } = notification.parse(JSON.parse(rawBody.toString("utf8")));
    const ref = payload.entityName === "transaction" ? (payload.id ?? null) : null;
    return { eventId: notificationId, ref, reference: payload.merchantReferenceId || null };
  } catch {
    return undefined;
  }
}
