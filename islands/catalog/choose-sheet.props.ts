import { z } from "zod";

/** The first press on a card with several options adds this island to the page; it has no props. */
export const schema = z.object({});
