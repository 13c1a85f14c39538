import { z } from "zod";

/** Nothing: the form stands in the page (views/layouts/search.hbs) and works by itself. */
export const schema = z.object({});
