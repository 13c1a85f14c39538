import { z } from "zod";
import { quotedFields } from "../../server/checkout/rules/quoted-fields.ts";
import { address, country, savedAddress } from "../ui/address-shape.ts";
import { checkoutForm } from "./form-shape.ts";

/**
 * A native post goes to `/storefront/checkout/payment` with `sameAsShipping` (`true` or `false`,
 * two radios), the eight address fields (used only if it is `false`), `cardNumber`,
 * `expirationDate`, `securityCode`, `cardName`, `checkoutId`, `quote`, `formKey`, `work`, `_csrf`.
 * With scripts two calls follow each other: `{ billingAddress, checkoutId, sameAsShipping, quote }`
 * to `…/billing`, then `{ paymentDetails, checkoutId, quote, formKey }` to `…/payment`. Each
 * refusal of the second call has the next `formKey` in `data`; a 409 `changed` of either call has
 * `{ total: Money, quote, changes }`. The page contains the shipping address, with the eight
 * fields, as `<script type="application/json" id="shipping-address">`.
 */
export const schema = checkoutForm.extend({
  typed: address.extend({ sameAsShipping: z.boolean() }),
  countries: z.array(country),
  /** the customer's addresses; without scripts `?address=ID` fills one in */
  saved: z.array(savedAddress),
  /** the id of the values that this page shows: total, lines, shipping address, method and email */
  quote: z.string(),
  /** key of this form: two presses with the same key make one payment */
  formKey: z.string(),
  /** the token of a mailed link, sent as `work`: with it the checkout may pay once more */
  work: z.string().optional(),
  /** the total as text: `$42.00`; empty while its tax is not known */
  total: z.string(),
  /** the year in which the page was made: `26` or `2026` */
  yearNow: z.number().int(),
  /** the changes that the shopper had not seen before a native post: old and new values in words */
  changes: z.array(z.object({ field: z.enum(quotedFields), old: z.string(), new: z.string() })),
  /** the reason of the changes, after a native post */
  why: z.string().optional(),
});

export type PaymentFormProps = z.infer<typeof schema>;
