import { isClosedLine } from "../closed-line.ts";
import { type AuthorizeResult, type CheckResult, refusedCall } from "../gateway.ts";
import type { KeylessGateway } from "../keyless.ts";
import { giveBack } from "./give-back.ts";
import { list } from "./list.ts";
import { lookUp } from "./look-up.ts";
import { authorizationFields, captureFields } from "./requests.ts";
import { resultAt, resultOf } from "./results.ts";
import { type NmiLine, nmiLines } from "./service.ts";
import { nmiWebhook } from "./webhook.ts";

/** NMI's own address. An account of a reseller may have another. */
export const nmiUrl = "https://secure.nmi.com/api/";

export type NmiOptions = {
  url?: string;
  /** the security key */
  secret: string;
  /** the signing key of the webhooks */
  webhookSecret?: string;
  deadlineMs?: number;
  fetch?: typeof globalThis.fetch;
  now?: () => number;
};

/**
 * NMI, by its classic API: form-encoded calls to `transact.php`, and records in XML from
 * `query.php`. It has no idempotency keys, and never holds a payment for review.
 */
export function openNmiGateway({
  url = nmiUrl,
  secret,
  webhookSecret,
  deadlineMs: usualMs = 20_000,
  fetch = globalThis.fetch,
  now = Date.now,
}: NmiOptions): KeylessGateway {
  if (!isClosedLine(url)) throw new Error("the payment gateway's address must be https, or on this machine");
  const lineUntil = nmiLines({ url, fetch }, secret);
  const open = ({ deadlineMs }: { deadlineMs?: number }) => lineUntil(deadlineMs ?? usualMs);
  return {
    capabilities: { tokens: false },
    authorize: (authorization) => authorize(open(authorization), authorization),
    capture: async ({ authRef, amountCents, ...call }) =>
      resultAt(authRef, await open(call).transact(captureFields(authRef, amountCents)), amountCents),
    giveBack: (money) => giveBack(open(money), money, now()),
    lookup: (wanted) => lookUp(open(wanted), wanted),
    // Each page has the whole deadline.
    list: (period) => list({ query: (fields) => open(period).query(fields) }, period, now()),
    check: (call) => check(open(call)),
    ...(webhookSecret !== undefined && { webhook: nmiWebhook(webhookSecret) }),
  };
}

async function authorize(
  line: NmiLine,
  { means, ...authorization }: Parameters<KeylessGateway["authorize"]>[0],
): Promise<AuthorizeResult> {
  if (!("card" in means)) return refusedCall("card_required");
  const fields = authorizationFields({ ...authorization, card: means.card.reveal() });
  return resultOf(await line.transact(fields), authorization.amountCents, means.card);
}

/** Looks up an order that is not the shop's. */
async function check(line: NmiLine): Promise<CheckResult> {
  const found = await line.query({ order_id: "check" });
  if (found.status === "listed") return { status: "accepted" };
  const text = wrongSettings[found.code];
  return text === undefined ? found : { status: "refused", text };
}

const wrongSettings: Readonly<Record<string, string>> = {
  unauthorized:
    "PAYMENT_GATEWAY_SECRET must be a security key of the NMI account at PAYMENT_GATEWAY_URL, with the permissions API and Query",
  records_switched_off:
    "PAYMENT_GATEWAY_SECRET must be a security key with the permission Query: NMI refuses to list this account's transactions",
};
