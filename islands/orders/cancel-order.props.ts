import { z } from "zod";

const amount = z.object({ amount: z.number() });

/** The two ways out of a placed order. Without scripts each is a form in a fold. */
export const schema = z.object({
  /** as the specification has it on the wire (acceptance 230) */
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
  /** must be the session's, or that of the mailed link */
  userEmail: z.string(),
  token: z.string(),
  /** where a native form comes back to, but for the word of what it did */
  next: z.string(),
  /** the reason of a form that was refused: its fold stands open */
  typed: z.string().optional(),
  /**
   * what becomes of the money when it is canceled at once; absent where only a request is permitted
   */
  back: z.string().optional(),
});

export type CancelOrderProps = z.infer<typeof schema>;
