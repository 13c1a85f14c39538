import { z } from "zod";

const fieldError = z.object({ field: z.string(), message: z.string(), code: z.string().optional() });

/**
 * Props of every checkout form; `typed` differs between the forms. A form without scripts posts its
 * fields to `action`.
 */
export const checkoutForm = z.object({
  checkoutId: z.string(),
  action: z.string(),
  /** value of the hidden `_csrf` */
  token: z.string(),
  /** field messages of a refused native post */
  errors: z.array(fieldError),
  /** a refusal without a field, shown above the form */
  formError: z.string().optional(),
  back: z.string().optional(),
});
