import type { CardForm } from "../../config.ts";
import type { Dates } from "../../dates.ts";
import type { Db } from "../../db/tables.ts";
import { toMoney } from "../../money.ts";
import { type Refusal, type RefusalCode, refuse } from "../../outcome.ts";
import { RefusedPage } from "../../web/respond.ts";
import type { View } from "../../web/view.ts";
import { cartPath } from "../cart-paths.ts";
import type { CheckoutContext } from "../change.ts";
import { lineOf, totalsOf } from "../checkout-json.ts";
import { type Step, stepPath } from "../paths.ts";
import { anyShort } from "../rules/ready.ts";
import { type Progress, stepBefore, stepsAt } from "../rules/steps.ts";
import { consumeNotice, type QuotedCheckout, showCheckout } from "../show.ts";
import { signInForStep } from "../sign-in.ts";

/** The visitor and checkout of a page; `token` is the hidden `_csrf` of its forms. */
export type StepPageInput = CheckoutContext & {
  token: string;
  /** where shoppers type their cards */
  cardForm: CardForm;
  dates: Dates;
  /** id of the customer's chosen saved address */
  chosenAddress?: string | undefined;
};

/** A refused native form: the page is rendered again with the typed values. */
export type Resubmission = { refusal?: Refusal; typed?: Record<string, unknown> };

const progressOf = ({ priced, checkout, checkout: { isLinesAlone = false }, shipping }: QuotedCheckout): Progress => ({
  // The stock is not checked while a payment holds the units. It is not checked either if another
  // visitor holds the checkout: this visitor will change a copy, which leaves out units that ran
  // out.
  cart: priced.lines.some(({ gift }) => !gift) && (checkout.state !== "open" || isLinesAlone || !anyShort(priced.lines)),
  email: checkout.email !== "",
  address: shipping !== undefined,
  method: priced.method !== undefined,
});

/** Refusals that only the cart's page can resolve. */
const mendedInCart: ReadonlySet<RefusalCode> = new Set(["out_of_stock", "cart_empty"]);

/**
 * A step's checkout, or the path to go to instead: the same step of its successor, an earlier step,
 * the payment under way, or the sign-in. A refused form is rendered again, even if an earlier step
 * is incomplete, unless the error is in the cart.
 */
export async function openStep(
  db: Db,
  input: StepPageInput,
  step: Step,
  refusal: Refusal | undefined,
): Promise<QuotedCheckout | { redirect: string }> {
  const outcome = await showCheckout(db, input);
  if (!outcome.ok && outcome.code === "signed_out") return { redirect: signInForStep(step, input.checkoutId) };
  if (!outcome.ok) throw new RefusedPage(outcome);
  const stepCheckout = outcome.value;
  const { orderId, id } = stepCheckout.checkout;
  if (orderId !== undefined) return { redirect: stepPath("confirmation", orderId) };
  if (stepCheckout.checkout.state === "paying" && step !== "payment") return { redirect: stepPath("payment", id) };
  if (refusal && !mendedInCart.has(refusal.code)) return stepCheckout;
  const here = id === input.checkoutId ? undefined : stepPath(step, id);
  const redirect = stepBefore(step, progressOf(stepCheckout), id) ?? here;
  if (redirect === cartPath && stepCheckout.checkout.takenBy !== undefined) throw new RefusedPage(phoneOrderShort);
  return redirect === undefined ? stepCheckout : { redirect };
}

/** A phone order is in no browser's cart, so there is no cart page to go to. */
const phoneOrderShort = refuse(
  "out_of_stock",
  "Something in your order is no longer available. Reply to our email, and we’ll change the order with you.",
);

type StepPageMaker<Page> = (
  db: Db,
  stepCheckout: QuotedCheckout,
  input: StepPageInput,
  resubmission: Resubmission,
) => Promise<Page>;

/** Makes a step's screen: its view with the page's values, or the address of an earlier screen. */
export const stepScreen =
  <Page>(step: Step, view: View<Page>, pageOf: StepPageMaker<Page>) =>
  async (db: Db, input: StepPageInput, resubmission: Resubmission = {}) => {
    const stepCheckout = await openStep(db, input, step, resubmission.refusal);
    return "redirect" in stepCheckout ? stepCheckout : { view, page: await pageOf(db, stepCheckout, input, resubmission) };
  };

/**
 * Whether to fill in the visitor's saved data: not in a phone order, nor in another visitor's
 * checkout.
 */
export const takesSaved = ({ checkout }: QuotedCheckout): boolean => !checkout.isLinesAlone && checkout.takenBy === undefined;

/** Data for every step's template and form. */
export async function stepPage(
  db: Db,
  stepCheckout: QuotedCheckout,
  input: StepPageInput,
  { step, title, refusal, hidden = [] }: StepFrame,
) {
  const notice = await consumeNotice(db, stepCheckout);
  const frame = {
    title,
    layout: "checkout" as const,
    robots: "noindex",
    ...(stepCheckout.checkout.takenBy === undefined && { back: { href: cartPath, label: "Back to cart" } }),
    steps: stepsAt(step, stepCheckout.checkout.id),
    summary: summaryOf(stepCheckout),
    ...(notice && { notice }),
  };
  const form = {
    checkoutId: stepCheckout.checkout.id,
    token: input.token,
    errors: [...(refusal?.errors ?? [])],
    ...(refusal && { formError: formErrorOf(refusal, hidden) }),
  };
  return { frame, form };
}

type StepFrame = {
  step: Step;
  title: string;
  refusal: Refusal | undefined;
  /** fields that this page does not show, whose messages need another place */
  hidden?: readonly string[];
};

/**
 * The message above a refused form: the refusal, and messages of fields that the form does not show
 * (requirement 80).
 */
function formErrorOf({ error, errors = [] }: Refusal, hidden: readonly string[]): string {
  const unplacedErrors = errors.filter(({ field }) => hidden.includes(field)).map(({ message }) => message);
  return unplacedErrors.length > 0 ? `${error}: ${unplacedErrors.join(" ")}` : error;
}

/** The summary shown with every step. */
export function summaryOf(stepCheckout: QuotedCheckout) {
  const { priced, shipping, checkout } = stepCheckout;
  return {
    orderLines: { lines: priced.lines.map(lineOf) },
    head: { total: toMoney(priced.total) },
    totals: {
      checkoutId: checkout.id,
      totals: { ...totalsOf(priced), quote: stepCheckout.quote.id },
      shippingKnown: priced.method !== undefined,
      taxKnown: shipping !== undefined && !priced.isTaxUnknown,
    },
  };
}
