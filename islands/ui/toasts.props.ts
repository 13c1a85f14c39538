import { z } from "zod";

/** Placed once by each layout. */
export const schema = z.object({});
