import { z } from "zod";

/** An id may be any text without control characters, since PostgreSQL cannot store U+0000. */
const id = z.string("must be an id").regex(/^\P{Cc}{1,128}$/u, "must be an id");

/** The form of a heart icon that is pressed without scripts. */
export const heartForm = z.object({ productId: id, next: z.string("must be text").optional() }, "must be a form");
