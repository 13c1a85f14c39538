import { z } from "zod";

/**
 * Placed by the checkout's layout, elsewhere by the first call; nothing to see until one starts.
 */
export const schema = z.object({});
