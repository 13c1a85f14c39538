import { z } from "zod";

export const embedded = true;

/**
 * No visitor's data: the button is on cached pages. Without scripts it is a link to the cart page.
 */
export const schema = z.object({});
