import { z } from "zod";

/** No template contains this island: a call that needs a recent proof adds it to the page. */
export const schema = z.object({});
