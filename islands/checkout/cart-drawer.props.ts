import { z } from "zod";

export const embedded = true;

/**
 * No template contains this island: the cart's store adds it to the end of the page when the cart
 * is first opened.
 */
export const schema = z.object({});
