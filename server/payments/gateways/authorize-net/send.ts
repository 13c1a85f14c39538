import type { Cents } from "../../../money.ts";
import type { CardData } from "../card-data.ts";
import { type AuthorizeResult, refusedCall, unanswered } from "../gateway.ts";
import { type TransactionResponse, transactionAnswer } from "./answers.ts";
import type { Ask } from "./ask.ts";
import { brandOf, last4Of, letterOf } from "./findings.ts";
import { centsOf } from "./records.ts";
import type { ApiCall } from "./requests.ts";
import { verdictOf } from "./verdicts.ts";

/**
 * What a call asks for. `authRef`, for all calls but an authorization, is the payment's number,
 * which the answer must repeat.
 */
type SentCall = { amountCents: Cents; authRef?: string; card?: CardData };

/** Sends a call that moves money, and reads the gateway's verdict. */
export async function send(ask: Ask, call: ApiCall, sent: SentCall): Promise<AuthorizeResult> {
  const answer = await ask(call, transactionAnswer);
  if (!answer.arrived) return unanswered(answer.code);
  const response = answer.body.transactionResponse;
  const { is, code } = verdictOf(answer.body);
  if (is === "refused") return refusedCall(code);
  if (is === "unknown" || !response) return unanswered(code);
  const isOther = sent.authRef !== undefined && response.refTransID && response.refTransID !== sent.authRef;
  if (isOther) return unanswered("bad_answer");
  // A new authorization cannot have been captured or voided before.
  if (is === "done") return sent.authRef === undefined ? unanswered("bad_answer") : refusedCall(code);
  const found = findings(response, code, sent.card);
  if (is === "partial") return partial(response, found, sent);
  return { status: is, ref: response.transId, amountCents: sent.amountCents, ...found };
}

const findings = (response: TransactionResponse, code: string, card: CardData | undefined) => ({
  code,
  avs: letterOf(response.avsResultCode),
  cvv: letterOf(response.cvvResultCode),
  brand: brandOf(response.accountType) ?? card?.brand() ?? null,
  last4: card?.last4() ?? last4Of(response.accountNumber),
  retryable: false as const,
});

/** An approval of another amount. Without the amount, only a look-up tells what is held. */
function partial(response: TransactionResponse, found: ReturnType<typeof findings>, { amountCents }: SentCall): AuthorizeResult {
  const approved = response.prePaidCard?.approvedAmount;
  if (!approved) return unanswered("amount_mismatch");
  const cents = centsOf(approved);
  const code = cents === amountCents ? "approved" : found.code;
  return { status: "approved", ref: response.transId, amountCents: cents, ...found, code };
}
