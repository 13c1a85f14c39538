import { z } from "zod";
import { checkoutForm } from "./form-shape.ts";

/**
 * Posts `shippingMethodId`, `checkoutId`. The answer is `{ data: {…} }` of any content, never an
 * empty body.
 */
export const schema = checkoutForm.extend({
  methods: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: z.string().optional(),
      /** as text: `$5.00`, `Free` */
      price: z.string(),
      checked: z.boolean(),
    }),
  ),
});

export type ShippingMethodFormProps = z.infer<typeof schema>;
