import { z } from "zod";
import { checkoutForm } from "./form-shape.ts";

/** Posts `email`, `checkoutId` to `/storefront/checkout/email`. */
export const schema = checkoutForm.extend({ typed: z.object({ email: z.string() }) });

export type ContactFormProps = z.infer<typeof schema>;
