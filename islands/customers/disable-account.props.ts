import { z } from "zod";

/** Disables an account. Without scripts it is a fold with a box to tick. */
export const schema = z.object({
  token: z.string(),
  /** the fold is open: a native form was refused */
  open: z.boolean(),
  formError: z.string().optional(),
});

export type DisableAccountProps = z.infer<typeof schema>;
