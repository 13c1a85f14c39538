import { z } from "zod";

export const embedded = true;

/** A form of pages that others render; the shop's own is views/orders/lookup.hbs. */
export const schema = z.object({});
