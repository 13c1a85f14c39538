import { z } from "zod";
import { addressFields, country } from "../ui/address-shape.ts";
import { checkoutForm } from "./form-shape.ts";

/**
 * A native post goes to `/storefront/checkout/payment` with `sameAsShipping` (`true` or `false`,
 * two radios), the eight address fields (meant only when it is `false`), `cardNumber`,
 * `expirationDate`, `securityCode`, `cardName`, `checkoutId`, `quote`, `formKey`, `_csrf`. With
 * scripts: `{ billingAddress, checkoutId }` to `…/billing`, then
 * `{ paymentDetails, checkoutId, quote, formKey }` to `…/payment`. Each of its refusals has the
 * next `formKey` in `data`; a 409 for a changed total has `{ total: Money, quote }` there too. The
 * page holds the shipping address as `<script type="application/json" id="shipping-address">`, with
 * the eight fields.
 */
export const schema = checkoutForm.extend({
  typed: addressFields.extend({ sameAsShipping: z.boolean() }),
  countries: z.array(country),
  /** the id of the total that this page shows */
  quote: z.string(),
  /** key of this form: two presses with the same key are one payment */
  formKey: z.string(),
  /** that total as text: `$42.00` */
  total: z.string(),
  /** the year in which the page was made: `26` or `2026` */
  yearNow: z.number().int(),
  /** both totals as text, after a native post met another one */
  changedTotal: z.object({ old: z.string(), new: z.string() }).optional(),
});

export type PaymentFormProps = z.infer<typeof schema>;
