import { z } from "zod";

export const embedded = true;

/**
 * The checkout's layout contains the island; elsewhere the first call adds it. Invisible until a
 * call starts.
 */
export const schema = z.object({});
