import { z } from "zod";

/** What a product page reports once it is seen. */
export const viewed = z.object(
  { productId: z.string("must be an id").regex(/^[\w-]{1,64}$/, "must be an id") },
  "must be a JSON object",
);
