import { z } from "zod";

/** The first press on a card with several options adds it to the page; it has no props. */
export const schema = z.object({});
