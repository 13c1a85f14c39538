import { z } from "zod";

/**
 * GA4's `purchase`, pushed once per order. Ids of checkouts are never sent: `transaction_id` is the
 * order's short number.
 */
export const schema = z.object({
  transaction_id: z.string(),
  currency: z.literal("USD"),
  /** dollars, like tax, shipping and price */
  value: z.number(),
  tax: z.number(),
  shipping: z.number(),
  coupon: z.string().optional(),
  items: z.array(
    z.object({
      item_id: z.string(),
      item_name: z.string(),
      item_variant: z.string().optional(),
      item_category: z.string().optional(),
      price: z.number(),
      quantity: z.number().int(),
    }),
  ),
});

export type PurchaseProps = z.infer<typeof schema>;
