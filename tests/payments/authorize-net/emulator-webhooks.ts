import { createHmac, randomUUID } from "node:crypto";
import type { Entry } from "./emulator-records.ts";

export type Webhook = { body: string; signature: string };
export type WebhookOptions = { key: string; notificationId?: string; eventType?: string };

/** A signed notification about a transaction. Its amount has two decimals, as at the gateway. */
export function webhookOf(entry: Entry, { key, notificationId = randomUUID(), eventType }: WebhookOptions): Webhook {
  const payload = JSON.stringify({
    responseCode: entry.responseCode,
    ...(entry.refId !== null && { merchantReferenceId: entry.refId }),
    authCode: "HH5414",
    avsResponse: entry.avs,
    entityName: "transaction",
    id: entry.transId,
  });
  const head = {
    notificationId,
    eventType: eventType ?? "net.authorize.payment.authorization.created",
    eventDate: new Date(entry.at).toISOString(),
    webhookId: "63d6fea2-aa13-4b1d-a204-f5fbc15942b7",
  };
  const amount = `"authAmount":${(entry.authCents / 100).toFixed(2)}`;
  const body = `${JSON.stringify(head).slice(0, -1)},"payload":${payload.slice(0, -1)},${amount}}}`;
  return { body, signature: `sha512=${createHmac("sha512", key).update(body).digest("hex").toUpperCase()}` };
}

/** Sends a notification to a shop, as often as it is called. */
export const sendWebhook = (shopUrl: string, { body, signature }: Webhook): Promise<Response> =>
  fetch(`${shopUrl}/hooks/payments/authorize-net`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-anet-signature": signature },
    body,
  });
