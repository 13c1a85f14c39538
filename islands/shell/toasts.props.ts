import { z } from "zod";

/** Placed once by each layout. */
export const props = z.object({});

export type ToastsProps = z.infer<typeof props>;
