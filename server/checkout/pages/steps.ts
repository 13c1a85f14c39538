import { suggestAddress, suggestEmail } from "../../customers/checkout-addresses.ts";
import { blankAddress } from "../../customers/rules/address.ts";
import { labelLines } from "../../customers/rules/address-lines.ts";
import type { Db } from "../../db/tables.ts";
import { readText } from "../../read-text.ts";
import { view } from "../../web/view.ts";
import { cartPath } from "../cart-paths.ts";
import { totalsOf } from "../checkout-json.ts";
import { methodsWithTotals } from "../offered-methods.ts";
import { emailPath, methodPath, shippingPath, stepPath } from "../paths.ts";
import { findReach } from "../queries/prices.ts";
import { offeredCountries, reachErrors, reachedCountries } from "../rules/reach.ts";
import type { QuotedCheckout } from "../show.ts";
import { signInForStep } from "../sign-in.ts";
import { addressChoices, countries, shownAddress } from "./addresses.ts";
import { type Resubmission, type StepPageInput, stepPage, stepScreen, summaryOf, takesSaved } from "./frame.ts";

/** Fills in the typed email, or else the stored email, or else the visitor's own. */
async function contactPage(db: Db, stepCheckout: QuotedCheckout, input: StepPageInput, { refusal, typed }: Resubmission) {
  const { frame, form } = await stepPage(db, stepCheckout, input, { step: "contact", title: "Contact", refusal });
  const storedEmail = stepCheckout.checkout.email || (takesSaved(stepCheckout) && (await suggestEmail(db, input.visitor)));
  const email = readText(typed?.email, storedEmail || "");
  const contact = { ...form, action: emailPath, back: cartPath, typed: { email } };
  // After the sign-in the shopper returns to this step, in the checkout that then has the lines.
  const signIn = input.visitor.customerId === undefined ? signInForStep("contact", stepCheckout.checkout.id) : undefined;
  return { ...frame, signIn, form: contact };
}

export const contactView = view<Awaited<ReturnType<typeof contactPage>>>("checkout/contact");
/** The contact step, or a redirect. */
export const contactScreen = stepScreen("contact", contactView, contactPage);

/**
 * Fills in the typed address, or else the chosen saved address, the stored address, or the
 * visitor's first saved address.
 */
async function shippingPage(db: Db, stepCheckout: QuotedCheckout, input: StepPageInput, { refusal, typed }: Resubmission) {
  const { frame, form } = await stepPage(db, stepCheckout, input, { step: "shipping", title: "Shipping address", refusal });
  const { chosen, choicesIn } = await addressChoices(db, stepCheckout, input);
  const suggested =
    stepCheckout.shipping || chosen || !takesSaved(stepCheckout) ? undefined : await suggestAddress(db, input.visitor);
  const reach = await findReach(db);
  const [first] = reachedCountries(reach, countries);
  const stored = chosen ?? stepCheckout.shipping ?? suggested;
  const address = shownAddress(typed, stored ?? (first && { ...blankAddress, country: first.code }));
  const choices = choicesIn(address);
  const saved = typed ? typed.saveForLater !== undefined : keepsAddress(stepCheckout, suggested !== undefined, input);
  const shipping = {
    ...form,
    // Without a refusal, shows the error if the shop does not ship to this address. The address may
    // be an older one or one that was saved for another order.
    errors: refusal ? form.errors : reachErrors(reach, address),
    action: shippingPath,
    back: stepPath("contact", stepCheckout.checkout.id),
    typed: { ...address, saveForLater: saved },
    saveLabel: `Save this address ${input.visitor.customerId === undefined ? "on this device" : "in your account"}`,
    countries: offeredCountries(
      reach,
      countries,
      [address, ...choices].map(({ country }) => country),
    ),
    saved: choices,
  };
  return { ...frame, email: stepCheckout.checkout.email, form: shipping };
}

export const shippingView = view<Awaited<ReturnType<typeof shippingPage>>>("checkout/shipping");
/** The address step, or a redirect. */
export const shippingScreen = stepScreen("shipping", shippingView, shippingPage);

/**
 * Whether the box for saving the address is ticked at first. It is ticked if the shopper ticked it
 * before, or if the form suggests a guest's saved address. It is not ticked for a customer's
 * suggested address, which is saved already.
 */
const keepsAddress = ({ checkout }: QuotedCheckout, suggested: boolean, { visitor }: StepPageInput): boolean =>
  checkout.saveForLater || (suggested && visitor.customerId === undefined);

/**
 * Offers the methods of the address's country. The totals include the chosen method, or the first
 * one until then.
 */
async function methodPage(db: Db, stepCheckout: QuotedCheckout, input: StepPageInput, { refusal, typed }: Resubmission) {
  const { frame, form } = await stepPage(db, stepCheckout, input, { step: "shipping_method", title: "Shipping method", refusal });
  const { shipping, priced } = stepCheckout;
  const offered = await methodsWithTotals(db, stepCheckout, input);
  const chosenId = readText(typed?.shippingMethodId, priced.method?.id ?? offered[0]?.id);
  const method = {
    ...form,
    action: methodPath,
    back: stepPath("shipping", stepCheckout.checkout.id),
    methods: offered.map(({ priced: sums, ...each }) => ({ ...each, totals: totalsOf(sums), checked: each.id === chosenId })),
    taxKnown: !offered.some(({ priced: { isTaxUnknown } }) => isTaxUnknown),
  };
  const preselected = offered.find(({ id }) => id === chosenId)?.priced ?? priced;
  return {
    ...frame,
    summary: summaryOf({ ...stepCheckout, priced: preselected }),
    email: stepCheckout.checkout.email,
    shipsTo: shipping && labelLines(shipping).join(", "),
    form: method,
  };
}

export const methodView = view<Awaited<ReturnType<typeof methodPage>>>("checkout/shipping-method");
/** The method step, or a redirect. */
export const methodScreen = stepScreen("shipping_method", methodView, methodPage);
