import { z } from "zod";

export const embedded = true;

/**
 * The lookup form on pages that other servers render; the shop's own form is
 * views/orders/lookup.hbs.
 */
export const schema = z.object({});
