import { z } from "zod";

/**
 * Nothing of the visitor: the button stands on cacheable pages. Without scripts it is a link to the
 * cart page.
 */
export const schema = z.object({});
