import { z } from "zod";

export const embedded = true;

/** Placed by the checkout's layout, elsewhere by the first call; invisible until one starts. */
export const schema = z.object({});
