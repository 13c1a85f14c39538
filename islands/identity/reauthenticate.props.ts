import { z } from "zod";

/** In no template: a call that needs a recent proof adds it to the page. */
export const schema = z.object({});
