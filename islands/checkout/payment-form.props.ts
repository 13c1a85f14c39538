import { z } from "zod";
import { quotedFields } from "../../server/checkout/rules/quoted-fields.ts";
import { address, country, savedAddress } from "../ui/address-shape.ts";
import { checkoutForm } from "./form-shape.ts";

/**
 * A native post goes to `/storefront/checkout/payment`. Its fields are `sameAsShipping` (`true` or
 * `false`, two radios), the eight address fields (used only if `sameAsShipping` is `false`),
 * `means`, `cardNumber`, `expirationDate`, `securityCode`, `cardName`, `checkoutId`, `quote`,
 * `formKey`, `work` and `_csrf`.
 *
 * With scripts there are two calls, one after the other:
 *
 * - `{ billingAddress, checkoutId, sameAsShipping, quote }` to `…/billing`
 * - `{ paymentDetails, checkoutId, quote, formKey }`, and `work` if there is one, to `…/payment`,
 *   with `means` in place of `paymentDetails` for a payment method without a card; each refusal has
 *   the next `formKey` in `data`
 *
 * A 409 `changed` of either call has `{ total: Money, quote, changes }`. The page contains the
 * shipping address, with the eight fields, as `<script type="application/json"
 * id="shipping-address">`.
 */
export const schema = checkoutForm.extend({
  typed: address.extend({ sameAsShipping: z.boolean(), means: z.string().optional() }),
  countries: z.array(country),
  /** the customer's addresses; without scripts `?address=ID` fills one in */
  saved: z.array(savedAddress),
  /** the id of the values that this page shows: total, lines, shipping address, method and email */
  quote: z.string(),
  /** key of this form: two presses with the same key make one payment */
  formKey: z.string(),
  /**
   * the token of a mailed link, which the form sends as `work`; it replaces the proof of work for
   * one more payment of this checkout
   */
  work: z.string().optional(),
  /** the total as text: `$42.00`; empty while its tax is not known */
  total: z.string(),
  /**
   * what to pay by: id (empty for the card), name, and time to pay. Absent if only cards are
   * offered
   */
  means: z.array(z.array(z.string())).optional(),
  /** whether the card is typed on a page of the gateway, to which Pay leads */
  hosted: z.boolean().optional(),
  /** the year in which the server made the page, such as `2026` */
  yearNow: z.number().int(),
  /** the changes that the shopper had not seen before a native post: old and new values in words */
  changes: z.array(z.object({ field: z.enum(quotedFields), old: z.string(), new: z.string() })),
  /** the reason of the changes, after a native post */
  why: z.string().optional(),
});

export type PaymentFormProps = z.infer<typeof schema>;
