import { z } from "zod";

export const embedded = true;

/** In no template: a call that meets the end of its session adds it to the page. */
export const schema = z.object({});
