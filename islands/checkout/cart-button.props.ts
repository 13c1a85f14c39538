import { z } from "zod";

export const embedded = true;

/**
 * Contains no data of a visitor, since the button is on cached pages. Without scripts it is a link
 * to the cart page.
 */
export const schema = z.object({});
