import { z } from "zod";

/** The button of the page that asks for a proof. Shown with scripts only. */
export const schema = z.object({});
