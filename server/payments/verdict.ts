import type { Cents } from "../money.ts";
import type { AuthorizeResult, ElsewhereResult, HostedPage, NotFound, RecordedTransaction, Unknown } from "./gateways/gateway.ts";

/** All that is ever stored of a card and its check. */
export type CardCheck = { brand: string | null; last4: string | null; avs: string | null; cvv: string | null; code: string };

/**
 * The gateway's verdict on an authorisation. `partial`: it holds money, but not the order's amount.
 * `refused`: no money moved, for a reason other than the card. `held`: the gateway reviews it.
 * `elsewhere`: the shopper pays on a page of the gateway.
 */
export type Verdict =
  | { is: "approved"; ref: string; findings: CardCheck }
  | { is: "partial"; ref: string; findings: CardCheck }
  | { is: "held"; ref: string; findings: CardCheck }
  | { is: "declined" | "refused"; findings: CardCheck }
  | { is: "elsewhere"; ref: string | null; page: HostedPage }
  | { is: "unknown" }
  | { is: "not_found" };

const findingsOf = ({ brand, last4, avs, cvv, code }: CardCheck): CardCheck => ({ brand, last4, avs, cvv, code });

type Judged = CardCheck & { ref: string; amountCents: Cents };

const approved = (result: Judged, amount: Cents): Verdict => ({
  is: result.amountCents === amount ? "approved" : "partial",
  ref: result.ref,
  findings: findingsOf(result),
});

const held = (result: Judged): Verdict => ({ is: "held", ref: result.ref, findings: findingsOf(result) });

/** `amount` is the order's total in cents, which an approval must equal. */
export function verdictOfResult(result: AuthorizeResult | ElsewhereResult, amount: Cents): Verdict {
  if (result.status === "unknown") return { is: "unknown" };
  if (result.status === "held") return held(result);
  if (result.status === "elsewhere") return { is: "elsewhere", ref: result.ref, page: result.page };
  if (result.status === "approved") return approved(result, amount);
  return { is: result.status === "declined" ? "declined" : "refused", findings: findingsOf(result) };
}

/**
 * The verdict on a looked-up authorisation. An authorisation that was voided or refunded since pays
 * for nothing, and counts as refused.
 */
export function verdictOfRecord(record: RecordedTransaction | NotFound | Unknown, amount: Cents): Verdict {
  if (record.status === "not_found" || record.status === "unknown") return { is: record.status };
  if (record.status === "declined") return { is: "declined", findings: findingsOf(record) };
  if (record.state === "held") return held(record);
  if (record.state !== "authorized" && record.state !== "captured") return { is: "refused", findings: findingsOf(record) };
  return approved(record, amount);
}
