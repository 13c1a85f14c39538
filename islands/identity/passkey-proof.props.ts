import { z } from "zod";

/**
 * The passkey button of the page that asks the signed-in customer to prove who they are. Shown with
 * scripts only.
 */
export const schema = z.object({});
