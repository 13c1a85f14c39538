import { type ClosePageResult, type ElsewhereResult, type Result, refusedCall, unanswered } from "../gateway.ts";
import type { KeylessGateway } from "../keyless.ts";
import { session } from "./answers.ts";
import type { StripeLine } from "./line.ts";
import { findPage, findSession, isMissing } from "./look-up.ts";
import { referenceKey } from "./records.ts";
import { resultOf } from "./results.ts";

type AuthorizeCall = Parameters<KeylessGateway["authorize"]>[0];
type CloseCall = Parameters<NonNullable<KeylessGateway["closePage"]>>[0];

const minute = 60_000;
/** The shortest time that Stripe keeps a page open, in ms. */
const shortestMs = 30 * minute;

/** Opens a payment page at Stripe; `origin` is that of such pages. A payment holds the amount. */
export async function openPage(
  line: StripeLine,
  call: AuthorizeCall,
  { origin, now }: { origin: string; now: number },
): Promise<Result | ElsewhereResult> {
  const { means, reference, amountCents, email } = call;
  if (!("hosted" in means)) return refusedCall("card_form_unsupported");
  const { returnUrl, cancelUrl, until } = means.hosted;
  const metadata = { [referenceKey]: reference };
  const asked = await line.ask(session, (stripe, options) =>
    stripe.checkout.sessions.create(
      {
        mode: "payment",
        // Few other payment methods can be authorized first and charged later.
        allowed_payment_method_types: ["card"],
        adaptive_pricing: { enabled: false },
        line_items: [
          { quantity: 1, price_data: { currency: "usd", unit_amount: amountCents, product_data: { name: "Your order" } } },
        ],
        client_reference_id: reference,
        customer_email: email,
        payment_intent_data: { capture_method: "manual", metadata },
        success_url: returnUrl,
        cancel_url: cancelUrl,
        // The minute covers the way to Stripe, and a clock there that is ahead.
        expires_at: Math.ceil((Math.max(until, now + shortestMs) + minute) / 1000),
      },
      { ...options, idempotencyKey: reference },
    ),
  );
  if (asked.is !== "answered") return resultOf(asked, reference, amountCents);
  const { id, url, client_reference_id, amount_total, currency } = asked.answer;
  if (!url || client_reference_id !== reference || amount_total !== amountCents || currency !== "usd")
    return unanswered("bad_answer");
  // The shop's forms may lead to this origin alone. No shopper has seen the page, so none can pay.
  if (new URL(url).origin !== origin) return refusedCall("page_of_another_domain");
  const page = { address: url, method: "GET", fields: {}, until } as const;
  const opened = { code: "page_opened", avs: null, cvv: null, brand: null, last4: null, retryable: false } as const;
  return { ...opened, status: "elsewhere", ref: id, amountCents: null, page };
}

/** Ends a page. One that Stripe refuses to end is closed only if it has expired. */
export async function closePage(line: StripeLine, { reference, ref }: CloseCall, now: number): Promise<ClosePageResult> {
  const id = ref ?? (await findId(line, reference, now));
  if (id === undefined) return { status: "closed" };
  if (typeof id !== "string") return id;
  const asked = await line.ask(session, (stripe, options) => stripe.checkout.sessions.expire(id, {}, options));
  if (asked.is === "answered") return asked.answer.status === "expired" ? { status: "closed" } : unanswered("bad_answer");
  if (asked.is === "unknown") return unanswered(asked.code);
  const found = await findSession(line, id);
  if (found.is === "unknown") return unanswered(found.code);
  if (found.is !== "answered" && isMissing(found)) return { status: "closed" };
  return found.is === "answered" && found.answer.status === "expired" ? { status: "closed" } : refusedCall(asked.code);
}

/** The id of the page of a call whose answer was lost; undefined if Stripe has no such page. */
async function findId(line: StripeLine, reference: string, now: number) {
  const page = await findPage(line, reference, now);
  return page.is === "answered" ? page.answer?.id : unanswered(page.code);
}
