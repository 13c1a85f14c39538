import { z } from "zod";

export const embedded = true;

/** No template has it: a call that meets the end of its session adds it to the page. */
export const schema = z.object({});
