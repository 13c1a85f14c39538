import { z } from "zod";

/** Any text may be sent as an id, except control characters: PostgreSQL cannot store U+0000. */
const id = z.string("must be an id").regex(/^\P{Cc}{1,128}$/u, "must be an id");

/** A heart icon pressed without scripts. */
export const heartForm = z.object({ productId: id, next: z.string("must be text").optional() }, "must be a form");
