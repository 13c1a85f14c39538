import { z } from "zod";

/**
 * Never in a template: the cart's store puts it at the end of the page when the cart is first
 * opened.
 */
export const schema = z.object({});
