import { z } from "zod";

export const embedded = true;

/** Placed once by each layout. */
export const schema = z.object({});
