import { z } from "zod";

export const embedded = true;

/** No props: the form is in the page (views/layouts/search.hbs) and works by itself. */
export const schema = z.object({});
