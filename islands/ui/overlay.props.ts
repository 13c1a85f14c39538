import { z } from "zod";

/** Placed by the checkout's layout, elsewhere by the first call; invisible until one starts. */
export const schema = z.object({});
