import { z } from "zod";

/** Placed once by each layout. */
export const schema = z.object({});

export type ToastsProps = z.infer<typeof schema>;
