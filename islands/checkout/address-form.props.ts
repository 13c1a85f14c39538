import { z } from "zod";
import { address, country, savedAddress } from "../ui/address-shape.ts";
import { checkoutForm } from "./form-shape.ts";

/**
 * A native post carries the eight address fields flat, `saveForLater=true` and
 * `acceptPostalCode=true` when ticked (the latter is asked for after an `area_mismatch`),
 * `checkoutId` and `_csrf`. The JSON call sends `{ shippingAddress, checkoutId, saveForLater }`;
 * its answer, when no rule is broken, is `{ data: { analytics: Ecommerce } }` (see
 * `islands/analytics.ts`), pushed as `add_shipping_info` (requirement 81).
 */
export const schema = checkoutForm.extend({
  typed: address.extend({ saveForLater: z.boolean() }),
  /** says whether the address is saved with the account or for this browser */
  saveLabel: z.string(),
  countries: z.array(country),
  /** the customer's addresses; without scripts `?address=ID` fills one in */
  saved: z.array(savedAddress),
});

export type AddressFormProps = z.infer<typeof schema>;
