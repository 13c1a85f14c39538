import { z } from "zod";

/** Inserted into the page by the first press on a product's picture; it has no props. */
export const schema = z.object({});
