import { z } from "zod";

/** While a payment is under way. Without scripts the page loads itself anew, and has the link. */
export const schema = z.object({
  checkoutId: z.string(),
  /** the payment page itself: it leads on once the bank has answered */
  href: z.string(),
});

export type PaymentWaitProps = z.infer<typeof schema>;
