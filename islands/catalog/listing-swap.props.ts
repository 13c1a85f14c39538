import { z } from "zod";

/**
 * Stands beside a listing, whose links and forms it improves: it wraps nothing and needs to know
 * nothing.
 */
export const schema = z.object({});
