import { z } from "zod";

/** The wait for a payment under way. Without scripts the page reloads itself, and has a link. */
export const schema = z.object({
  checkoutId: z.string(),
  /** the payment page itself, which redirects once the bank has answered */
  href: z.string(),
});

export type PaymentWaitProps = z.infer<typeof schema>;
