import { createHash } from "node:crypto";
import { dollars } from "../../../money.ts";
import { escapeHtml } from "../../../web/html.ts";
import type { PayPage } from "./page-store.ts";

const style = `:root{color-scheme:light dark;font:1.125rem/1.5 system-ui,sans-serif}
body{max-width:26rem;margin:0 auto;padding:1.5rem}
h1{font-size:1.5rem;margin:0 0 .5rem}
form,div{display:grid;gap:1rem}
label{display:grid;gap:.25rem}
input,button{box-sizing:border-box;width:100%;min-height:3rem;padding:.5rem .75rem;border:1px solid GrayText;border-radius:.5rem;font:inherit}
button{border-color:#14532d;background:#14532d;color:#fff;font-weight:600;cursor:pointer}
a{display:block;padding:.75rem 0;color:LinkText}
:focus-visible{outline:3px solid Highlight;outline-offset:2px}
[role=alert]{padding:.75rem;border:2px solid #b91c1c;border-radius:.5rem;font-weight:600}
@media(min-width:24rem){div{grid-template-columns:1fr 1fr;align-items:end}}`;

const styleHash = createHash("sha256").update(style).digest("base64");

/**
 * The policy of the page: no script, its own style, and a form that leads to the page itself and
 * from there to the shop.
 */
export const payPolicy = (returnUrl?: string): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    `form-action ${returnUrl ? `'self' ${new URL(returnUrl).origin}` : "'none'"}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

const layout = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>${body}</main></body></html>`;

/** The form for a card. `error` says why the last card was declined. */
export function cardPage({ amountCents, cancelUrl }: PayPage, error?: string): string {
  const pay = `Pay ${dollars(amountCents)}`;
  return layout(
    error ? `Error: ${pay}` : pay,
    `<h1>${pay}</h1><p>This is a test. Use a test card. No money moves.</p>
${error ? `<p role="alert" id="error">${error}</p>` : ""}<form method="post">
${field("Card number", "cardNumber", "cc-number", "numeric", error)}
<div>${field("Expiration date (MM/YY)", "expirationDate", "cc-exp", "text")}
${field("Security code", "securityCode", "cc-csc", "numeric")}</div>
${field("Name on card", "cardName", "cc-name", "text")}
<button>${pay}</button></form><a href="${escapeHtml(cancelUrl)}">Cancel and go back to the shop</a>`,
  );
}

const field = (label: string, name: string, autocomplete: string, mode: string, error?: string): string =>
  `<label>${label}<input name="${name}" autocomplete="${autocomplete}" inputmode="${mode}" required${
    error ? ` aria-invalid="true" aria-describedby="error"` : ""
  }></label>`;

/** A page with a message alone, and a link back to the shop if the payment is known. */
export const endPage = (title: string, text: string, cancelUrl?: string): string =>
  layout(
    title,
    `<h1>${title}</h1><p>${text}</p>${cancelUrl ? `<a href="${escapeHtml(cancelUrl)}">Go back to the shop</a>` : ""}`,
  );

const declines: Readonly<Record<string, string>> = {
  incorrect_number: "This card number isn’t valid. Check its digits.",
  invalid_expiry: "Enter the expiration date as MM/YY.",
  expired_card: "This card has expired.",
  incorrect_cvc: "The security code isn’t right.",
  insufficient_funds: "This card doesn’t have enough money. Try another card.",
  not_a_test_card: "This isn’t a test card. Use 4242 4242 4242 4242.",
};

/** The words for the code of a declined card. */
export const declineText = (code: string): string => declines[code] ?? "Your card was declined. Try another card.";
