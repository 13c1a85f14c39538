import { z } from "zod";

export const embedded = true;

/** No template contains this island: a call whose session is over adds it to the page. */
export const schema = z.object({});
