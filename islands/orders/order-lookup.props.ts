import { z } from "zod";

/** A form of pages that others render; the shop's own is views/orders/lookup.hbs. */
export const schema = z.object({});
