import { addressErrors, sameAddress, tidyAddress } from "../customers/rules/address.ts";
import type { Address } from "../customers/rules/address-fields.ts";
import type { Db } from "../db/tables.ts";
import { invalidFields, type Outcome, ok, refuse } from "../outcome.ts";
import { type ChangedCheckout, type CheckoutContext, changeDetails } from "./change.ts";
import { findAddress, putAddress } from "./queries/checkouts.ts";
import { changedRefusal, changesSince } from "./quotes.ts";
import type { Change } from "./rules/quoted-fields.ts";
import { namedAddressText } from "./rules/terms.ts";
import { type QuotedCheckout, showCheckout } from "./show.ts";

export type BillingChoice = {
  /** undefined = the shipping address */
  billingAddress?: Address | undefined;
  /** whether `billingAddress` repeats the shipping address that the page shows */
  sameAsShipping?: boolean | undefined;
  /** the quote that the page shows; a refusal lists the differences from this quote */
  quote?: string | undefined;
};

/**
 * The billing step: a separate address, or the shipping address, by choice or because both are
 * exactly equal (requirements 87–89). Refuses with `changed` if the page shows another shipping
 * address than the checkout's.
 */
export async function setBilling(db: Db, context: CheckoutContext, choice: BillingChoice): Promise<Outcome<ChangedCheckout>> {
  const outcome = await storeBilling(db, context, choice);
  return outcome.ok || outcome.code !== "changed" ? outcome : await tellChanges(db, context, choice);
}

const storeBilling = (
  db: Db,
  context: CheckoutContext,
  { billingAddress, sameAsShipping = false }: BillingChoice,
): Promise<Outcome<ChangedCheckout>> =>
  changeDetails(db, context, async (tx, { id }) => {
    const billing = billingAddress && tidyAddress(billingAddress);
    const shipping = await findAddress(tx, id, "shipping");
    const same = !billing || (shipping !== undefined && sameAddress(billing, shipping));
    if (sameAsShipping && !same) return shippingChanged;
    const errors = billing ? addressErrors(billing) : [];
    if (errors.length > 0) return invalidFields(errors);
    if (billing && !same) await putAddress(tx, id, "billing", billing);
    return ok({ change: { sameAsShipping: same } });
  });

const shippingChanged = refuse("changed", "Your order’s shipping address has changed.");

/**
 * Adds all differences between the page and the checkout to the refusal. The shopper must see them,
 * since the next press on Pay agrees to the new quote.
 */
async function tellChanges(db: Db, context: CheckoutContext, choice: BillingChoice): Promise<Outcome<ChangedCheckout>> {
  const current = await showCheckout(db, context);
  if (!current.ok) return current;
  const changes = await changesSince(db, current.value, choice.quote);
  const address = changes.some(({ field }) => field === "shippingAddress") ? [] : [addressChange(current.value, choice)];
  return changedRefusal(current.value.quote, [...changes, ...address]);
}

const addressChange = ({ shipping }: QuotedCheckout, { billingAddress }: BillingChoice): Change => ({
  field: "shippingAddress",
  old: billingAddress ? namedAddressText(tidyAddress(billingAddress)) : "",
  new: shipping ? namedAddressText(shipping) : "",
});
