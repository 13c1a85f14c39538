import { z } from "zod";

/** No template has it: a call that needs a recent proof adds it to the page. */
export const schema = z.object({});
