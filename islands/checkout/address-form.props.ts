import { z } from "zod";
import { address, country, savedAddress } from "../ui/address-shape.ts";
import { checkoutForm } from "./form-shape.ts";

/**
 * A native post has the eight address fields as separate fields, `checkoutId` and `_csrf`. It has
 * `saveForLater=true` and `acceptPostalCode=true` if these boxes are ticked; the form shows the box
 * `acceptPostalCode` only after an `area_mismatch`.
 *
 * The JSON call sends `{ shippingAddress, checkoutId, saveForLater }`, and `acceptPostalCode: true`
 * if that box is ticked. If no rule is broken, its answer is `{ data: { analytics: Ecommerce } }`
 * (see `islands/analytics.ts`). The island pushes `analytics` as `add_shipping_info` (requirement
 * 81).
 */
export const schema = checkoutForm.extend({
  typed: address.extend({ saveForLater: z.boolean() }),
  /** label that tells whether the address is saved with the account or for this browser */
  saveLabel: z.string(),
  countries: z.array(country),
  /** the customer's addresses; without scripts `?address=ID` fills one in */
  saved: z.array(savedAddress),
});

export type AddressFormProps = z.infer<typeof schema>;
