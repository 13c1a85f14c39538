import { z } from "zod";

/** The number of units in the cart, in the header of the cart page, which has no cart button. */
export const schema = z.object({ count: z.number().int() });

export type CartCountProps = z.infer<typeof schema>;
