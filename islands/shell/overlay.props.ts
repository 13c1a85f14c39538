import { z } from "zod";

/** Placed once by each layout; nothing to see until a call starts. */
export const schema = z.object({});

export type OverlayProps = z.infer<typeof schema>;
