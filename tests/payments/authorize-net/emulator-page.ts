import { randomBytes } from "node:crypto";
import type { Ledger, TransactionRequest } from "./emulator-ledger.ts";

/** A page's answer to a browser: a document, or the way back to the shop. */
export type PageAnswer = { status: number; html: string } | { status: 303; location: string };

type Setting = Readonly<Record<string, unknown>>;
type Page = {
  request: TransactionRequest;
  refId: string | null;
  settings: Readonly<Record<string, Setting>>;
  until: number;
  isPaid: boolean;
};

const tokenMs = 15 * 60_000;

const settingNames: ReadonlySet<string> = new Set([
  "hostedPaymentReturnOptions",
  "hostedPaymentButtonOptions",
  "hostedPaymentOrderOptions",
  "hostedPaymentPaymentOptions",
  "hostedPaymentBillingAddressOptions",
  "hostedPaymentShippingAddressOptions",
  "hostedPaymentCustomerOptions",
  "hostedPaymentSecurityOptions",
  "hostedPaymentStyleOptions",
  "hostedPaymentIFrameCommunicatorUrl",
]);

/**
 * The emulator's payment pages, without scripts. A page can be opened until its token ends, and an
 * open one can be paid on later too, but only once unless `paysAgain` says otherwise.
 */
export class PaymentPages {
  readonly #pages = new Map<string, Page>();
  readonly #ledger: Ledger;
  readonly #now: () => number;
  readonly #switches: { paysAgain: boolean };

  constructor(ledger: Ledger, now: () => number, switches: { paysAgain: boolean }) {
    this.#ledger = ledger;
    this.#now = now;
    this.#switches = switches;
  }

  /** The token of a new page; undefined if it has a card already, or a setting that no page has. */
  create(body: Record<string, unknown>): string | undefined {
    const request = body.transactionRequest as TransactionRequest;
    const settings = settingsIn(body);
    if (!settings || request.payment || !(Number(request.amount) > 0)) return undefined;
    const token = randomBytes(240).toString("base64");
    const refId = (body.refId as string | undefined) ?? null;
    this.#pages.set(token, { request, refId, settings, until: this.#now() + tokenMs, isPaid: false });
    return token;
  }

  open(fields: URLSearchParams): PageAnswer {
    const token = fields.get("token") ?? "";
    const page = this.#pages.get(token);
    return !page || page.isPaid || this.#now() >= page.until ? invalidToken : pageOf(page, token);
  }

  pay(fields: URLSearchParams): PageAnswer {
    const token = fields.get("token") ?? "";
    const page = this.#pages.get(token);
    if (!page || (page.isPaid && !this.#switches.paysAgain)) return invalidToken;
    const [month, year] = (fields.get("expirationDate") ?? "").split("/");
    const cardCode = fields.get("cardCode") ?? "";
    if (!month || !year || cardCode === "") return pageOf(page, token, "Fill in all fields.");
    const cardNumber = (fields.get("cardNumber") ?? "").replace(/\D/g, "");
    const payment = { creditCard: { cardNumber, expirationDate: `20${year.trim().slice(-2)}-${month.trim()}`, cardCode } };
    const { responseCode, reason } = this.#ledger.carryOut({ ...page.request, payment }, page.refId);
    if (responseCode === 2 || responseCode === 3)
      return pageOf(page, token, `This transaction has been declined (reason ${reason}).`);
    page.isPaid = true;
    return { status: 303, location: String(page.settings.hostedPaymentReturnOptions?.url) };
  }
}

function settingsIn({ hostedPaymentSettings }: Record<string, unknown>): Page["settings"] | undefined {
  const { setting = [] } = (hostedPaymentSettings ?? {}) as { setting?: { settingName: string; settingValue: string }[] };
  if (setting.some(({ settingName }) => !settingNames.has(settingName))) return undefined;
  try {
    return Object.fromEntries(setting.map(({ settingName, settingValue }) => [settingName, JSON.parse(settingValue)]));
  } catch {
    return undefined;
  }
}

const characters: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: unknown) => String(text).replace(/[&<>"]/g, (character) => characters[character] ?? "");

const documentOf = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`;

const invalidToken: PageAnswer = { status: 400, html: documentOf("Missing or invalid token", "<p>This page has ended.</p>") };

const fieldOf = (name: string, label: string, autocomplete: string) =>
  `<p><label for="${name}">${label}</label> <input id="${name}" name="${name}" autocomplete="${autocomplete}"></p>`;

function pageOf({ request, settings }: Page, token: string, error?: string): PageAnswer {
  const { cancelUrl, cancelUrlText } = settings.hostedPaymentReturnOptions ?? {};
  const form =
    `<form method="post" action="/payment/pay"><input type="hidden" name="token" value="${escaped(token)}">` +
    fieldOf("cardNumber", "Card number", "cc-number") +
    fieldOf("expirationDate", "Expiration date (MM/YY)", "cc-exp") +
    fieldOf("cardCode", "Card code", "cc-csc") +
    `<button>${escaped(settings.hostedPaymentButtonOptions?.text ?? "Pay")}</button></form>`;
  const alert = error === undefined ? "" : `<p role="alert">${escaped(error)}</p>`;
  const cancel = cancelUrl ? `<p><a href="${escaped(cancelUrl)}">${escaped(cancelUrlText ?? "Cancel")}</a></p>` : "";
  return { status: 200, html: documentOf("Payment", `<p>$${escaped(request.amount)}</p>${alert}${form}${cancel}`) };
}
