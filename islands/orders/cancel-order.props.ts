import { z } from "zod";

const amount = z.object({ amount: z.number() });

/** Both ways to cancel a placed order. Without scripts each is a form in a fold. */
export const schema = z.object({
  /** the order, in the JSON of requirement 230 */
  order: z.object({
    id: z.string(),
    number: z.string(),
    cancelationRequested: z.boolean(),
    lines: z.array(
      z.object({
        id: z.string(),
        quantity: z.number().int(),
        variant: z.object({ id: z.string(), name: z.string() }),
        totalPrice: z.object({ net: amount }),
      }),
    ),
    total: z.object({ gross: amount }),
  }),
  /** must be the email of the session or of the mailed link */
  userEmail: z.string(),
  token: z.string(),
  /** path to which a native form is redirected, with a notice */
  next: z.string(),
  /** the reason typed into a refused form, whose fold is then open */
  typed: z.string().optional(),
  /**
   * what happens to the money if the order is canceled at once; absent if only a request is
   * permitted
   */
  back: z.string().optional(),
});

export type CancelOrderProps = z.infer<typeof schema>;
