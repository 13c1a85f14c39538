import { addressFieldNames } from "../customers/rules/address-fields.ts";
import { labelLines } from "../customers/rules/address-lines.ts";
import type { Db } from "../db/tables.ts";
import { newId } from "../ids.ts";
import { dollars } from "../money.ts";
import type { Refusal } from "../outcome.ts";
import { readText } from "../read-text.ts";
import { view } from "../web/view.ts";
import { exchangeText, findExchange } from "./exchanges.ts";
import { offeredMeans } from "./means-records.ts";
import { arrivalOf } from "./offered-methods.ts";
import { addressChoices, countries, shownAddress } from "./pages/addresses.ts";
import { openStep, type Resubmission, type StepPageInput, stepPage } from "./pages/frame.ts";
import type { ScreenOrRedirect } from "./pages/screens.ts";
import { paymentLinkPath, paymentPath, stepPath } from "./paths.ts";
import { changesSince } from "./quotes.ts";
import type { QuotedCheckout } from "./show.ts";

/**
 * `returned`: the shopper comes back from the gateway's page. `review`: what to tell the shopper
 * about a payment that the card gateway reviews. `page`: the gateway's page on which the shopper
 * pays; `leave` is the path that gives that page up.
 */
export type PaymentUnderWay =
  | { review: string }
  | { returned: true }
  | { page: { address: string; method: "GET" | "POST"; fields: Readonly<Record<string, string>> }; leave: string };

type PaymentResubmission = Resubmission & {
  /** how the last attempt ended, if nothing was changed since */
  lastRefusal?: Refusal | undefined;
  /** what the page of a payment under way shows instead of the wait */
  underWay?: PaymentUnderWay | undefined;
  /** why the code in the promo field was refused */
  promoRefusal?: Refusal | undefined;
  /** whether a mailed link to pay with was just sent, or is no longer valid */
  link?: "sent" | "lapsed";
  /** why no link was sent */
  linkRefusal?: Refusal;
  /** the token of a valid mailed link */
  work?: string;
};

/**
 * The payment page, or a redirect. After a refused native form, it shows the refusal, and the typed
 * billing address and promo code, never card data. The form's quote tells what the shopper saw, so
 * that the page shows the changes since then.
 */
export async function paymentScreen(
  db: Db,
  input: StepPageInput,
  resubmission: PaymentResubmission = {},
): Promise<ScreenOrRedirect<PaymentPage | WaitingPage>> {
  const refusal = resubmission.refusal ?? resubmission.promoRefusal ?? resubmission.linkRefusal;
  const step = await openStep(db, input, "payment", refusal);
  if ("redirect" in step) return step;
  if (step.checkout.state === "paying")
    return { view: waitingView, page: await waitingPage(db, step, input, resubmission.underWay) };
  return { view: paymentView, page: await paymentPage(db, step, input, resubmission) };
}

async function paymentPage(db: Db, step: QuotedCheckout, input: StepPageInput, resubmission: PaymentResubmission) {
  const { isTaxUnknown = false } = step.priced;
  // Nobody can agree to a total without tax, so the agreed quote is compared once the tax is known.
  const changes = isTaxUnknown ? [] : await changesSince(db, step, readText(resubmission.typed?.quote));
  const changed = changes.length > 0 && resubmission.refusal?.code === "changed";
  const isNoticed = isTaxUnknown && resubmission.refusal?.code === "unavailable";
  const exchange = await findExchange(db, step.checkout.id);
  const means = exchange ? {} : await meansChoice(db, step);
  const payLink = payLinkOf(step.checkout, input.token, resubmission);
  const {
    frame: { notice, ...frame },
    form,
  } = await stepPage(db, step, input, {
    step: "payment",
    title: "Payment",
    // The page's notice already says that the tax is unknown.
    refusal: changed || payLink || isNoticed ? undefined : (resubmission.refusal ?? resubmission.lastRefusal),
    hidden: hiddenFields(resubmission),
  });
  return {
    ...frame,
    // Changes and their reason are shown only beside Pay.
    ...(notice && !changed && { notice }),
    exchange: exchange && exchangeText(exchange),
    email: step.checkout.email,
    address: step.shipping,
    shipsTo: step.shipping && labelLines(step.shipping).join(", "),
    method: step.priced.method && { name: step.priced.method.name, arrives: arrivalOf(step.priced.method, input) },
    form: {
      ...form,
      ...paymentForm(step, input, resubmission, await addressChoices(db, step, input)),
      ...means,
      changes,
      ...(changed && { why: notice ?? resubmission.refusal?.error }),
    },
    promo: promoField(step, resubmission),
    ...(payLink && { payLink }),
  };
}

type PaymentPage = Awaited<ReturnType<typeof paymentPage>>;
type WaitingPage = Awaited<ReturnType<typeof waitingPage>>;
export const paymentView = view<PaymentPage>("checkout/payment");
export const waitingView = view<WaitingPage>("checkout/waiting");

/** seconds until the page of a payment under way reloads without scripts */
const refresh = 5;

async function waitingPage(db: Db, quoted: QuotedCheckout, input: StepPageInput, underWay: PaymentUnderWay | undefined) {
  const { back: _, ...frame } = (await stepPage(db, quoted, input, { step: "payment", title: "Payment", refusal: undefined }))
    .frame;
  const steps = frame.steps.map(({ name, done, current }) => ({ name, done, current }));
  const checkoutId = quoted.checkout.id;
  const isBack = underWay !== undefined && "returned" in underWay;
  const wait = { checkoutId, href: stepPath("payment", checkoutId) + (isBack ? "?returned" : "") };
  if (underWay === undefined || "returned" in underWay) return { ...frame, steps, refresh, wait };
  if ("review" in underWay) return { ...frame, steps, ...underWay };
  const { page, leave } = underWay;
  const fields = Object.entries(page.fields).map(([name, value]) => ({ name, value }));
  return { ...frame, steps, cardPage: { address: page.address, isLink: page.method === "GET", fields, leave } };
}

/** Fields of earlier steps, and of the billing address if it is the shipping address. */
const hiddenFields = ({ typed }: PaymentResubmission): readonly string[] => {
  const earlier = ["email", "shippingMethodId", "sameAsShipping"];
  return typed?.sameAsShipping === "false" ? earlier : [...earlier, ...addressFieldNames];
};

/**
 * How a shopper without scripts can continue if the shop demands proof of work before the payment.
 * A mailed link replaces the work.
 */
type PayLink = {
  kind: "success" | "warning" | "error";
  heading: string;
  message: string;
  /** the form that requests a link; absent once a link was sent */
  request?: { action: string; fields: { name: string; value: string }[] };
};

function payLinkOf(
  { id, email }: QuotedCheckout["checkout"],
  token: string,
  resubmission: PaymentResubmission,
): PayLink | undefined {
  const { refusal, link, linkRefusal } = resubmission;
  if (link === "sent")
    return {
      kind: "success",
      heading: "Check your email",
      message: `We sent a link to ${email}. Open it in this browser. It works once, within an hour.`,
    };
  const fields = [
    { name: "_csrf", value: token },
    { name: "checkoutId", value: id },
  ];
  const request = { action: paymentLinkPath, fields };
  if (linkRefusal) return { kind: "error", heading: "We couldn’t send a link", message: linkRefusal.error, request };
  const heading = "One more step before you pay";
  const spent = link === "lapsed" || (refusal?.code === "work_required" && readText(resubmission.typed?.work) !== "");
  if (spent)
    return { kind: "warning", heading, message: "That link was already used or has expired. Request a new one.", request };
  if (refusal?.code !== "work_required") return undefined;
  return {
    kind: "warning",
    heading,
    message:
      "We are checking payments more closely right now. Nothing was charged. In this browser, open the link that we email to you, then finish your order.",
    request,
  };
}

/**
 * The proof of work, or the token of a mailed link that replaces it, for the next payment.
 * Undefined if the refused payment has used it up.
 */
const workOf = ({ work, refusal, typed }: PaymentResubmission): string | undefined =>
  refusal?.code === "work_required" || refusal?.code === "declined" ? undefined : (work ?? readText(typed?.work)) || undefined;

function paymentForm(
  quoted: QuotedCheckout,
  input: StepPageInput,
  resubmission: PaymentResubmission,
  { chosen, choicesIn }: Awaited<ReturnType<typeof addressChoices>>,
) {
  const { checkout, billing, quote } = quoted;
  const { isTaxUnknown = false } = quoted.priced;
  const { typed } = resubmission;
  const work = workOf(resubmission);
  const stored = chosen === undefined && checkout.sameAsShipping;
  const same = typed?.sameAsShipping === undefined ? stored : typed.sameAsShipping !== "false";
  const address = shownAddress(typed?.streetAddress1 === undefined ? undefined : typed, chosen ?? billing);
  return {
    action: paymentPath,
    back: stepPath("shipping_method", checkout.id),
    typed: { ...address, sameAsShipping: same, means: readText(typed?.means) || undefined },
    countries,
    saved: choicesIn(address),
    quote: (isTaxUnknown && readText(typed?.quote)) || quote.id,
    formKey: newId(),
    ...(work !== undefined && { work }),
    ...(input.cardForm === "hosted" && { hosted: true }),
    total: isTaxUnknown ? "" : dollars(quote.total),
    yearNow: new Date(input.now).getUTCFullYear(),
  };
}

/** The payment methods, cards first; nothing if only cards are offered, or nothing is to pay. */
async function meansChoice(db: Db, { priced }: QuotedCheckout) {
  const offered = priced.total > 0 ? await offeredMeans(db) : [];
  if (offered.length === 0) return {};
  return { means: [["", "Card"], ...offered.map(({ id, name, termDays }) => [id, name, termWords(termDays)])] };
}

const termWords = (days: number): string => `Pay within ${days} ${days === 1 ? "day" : "days"} after you order`;

function promoField({ checkout, priced }: QuotedCheckout, { promoRefusal, typed }: PaymentResubmission) {
  const code = (promoRefusal ? undefined : priced.typedCode) ?? readText(typed?.promoCode);
  return {
    checkoutId: checkout.id,
    code,
    applied: !promoRefusal && priced.typedCode !== undefined,
    ...(promoRefusal && { error: promoRefusal.error }),
  };
}
