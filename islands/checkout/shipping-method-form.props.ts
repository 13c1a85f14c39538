import { z } from "zod";
import { totals } from "../ui/cart-shape.ts";
import { checkoutForm } from "./form-shape.ts";

/**
 * Posts `shippingMethodId`, `checkoutId`. The answer is `{ data: {…} }` with any content, but never
 * an empty body.
 */
export const schema = checkoutForm.extend({
  methods: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: z.string().optional(),
      /** the price as text: `$5.00`, `Free` */
      price: z.string(),
      /** the totals of the whole order with this method */
      totals,
      checked: z.boolean(),
    }),
  ),
  /** false: the totals are before tax */
  taxKnown: z.boolean(),
});

export type ShippingMethodFormProps = z.infer<typeof schema>;
