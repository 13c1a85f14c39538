import { addressErrors } from "../customers/rules/address.ts";
import type { Address } from "../customers/rules/address-fields.ts";
import { emailErrors } from "../customers/rules/email.ts";
import type { Tx } from "../db/tables.ts";
import { type FieldError, invalidFields, type Outcome, ok, refuse } from "../outcome.ts";
import type { CheckoutRow } from "./find.ts";
import { methodGone, type PricedCheckout, type PricedMethod } from "./price-checkout.ts";
import { findAddress } from "./queries/checkouts.ts";
import { stockRefusal } from "./rules/ready.ts";
import { forbiddenAtCode, forbiddenThere } from "./shipping.ts";

export type Ready = { shipping: Address; billing: Address; method: PricedMethod };

/**
 * Checks, with the checkout locked, everything that a payment needs: steps, lines and state rules.
 * Stock is only compared, to name missing units; `reserve` holds it.
 */
export async function readyToPay(tx: Tx, checkout: CheckoutRow, priced: PricedCheckout): Promise<Outcome<Ready>> {
  if (!priced.lines.some((line) => !line.gift)) return refuse("cart_empty", "Your cart is empty.");
  const { address: shipping, method } = priced;
  const billing = checkout.sameAsShipping ? shipping : await findAddress(tx, checkout.id, "billing");
  const errors = emailErrors(checkout.email).concat(missingSteps(shipping, billing, method, priced.lapsed.method));
  if (errors.length > 0 || !shipping || !billing || !method) return invalidFields(errors);
  const short = stockRefusal(priced.lines);
  if (short !== undefined) return refuse("out_of_stock", short);
  const forbidden = [
    ...(await forbiddenThere(tx, priced.lines, shipping)),
    ...(await forbiddenAtCode(tx, priced.lines, shipping)),
  ];
  return forbidden.length > 0 ? invalidFields(forbidden) : ok({ shipping, billing, method });
}

function missingSteps(
  shipping: Address | undefined,
  billing: Address | undefined,
  method: Ready["method"] | undefined,
  hasChosen: boolean,
): FieldError[] {
  if (!shipping) return [{ field: "streetAddress1", message: "Enter the shipping address." }];
  const errors = addressErrors(shipping);
  if (errors.length > 0) return errors;
  if (!billing) return [{ field: "sameAsShipping", message: "Enter the billing address." }];
  const message = hasChosen ? methodGone : "Choose a shipping method.";
  return method ? addressErrors(billing) : [{ field: "shippingMethodId", message }];
}
