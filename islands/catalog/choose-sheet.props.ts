import { z } from "zod";

/** Inserted into the page by the first press on a card of several options; it has no props. */
export const schema = z.object({});
