import { z } from "zod";

/** The first press on a product's picture adds this island to the page; it has no props. */
export const schema = z.object({});
