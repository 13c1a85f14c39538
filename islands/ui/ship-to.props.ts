import { z } from "zod";

/**
 * What the summary of the header's ship-to form says. The form around it works without scripts, by
 * the address.
 */
export const schema = z.object({
  /** the state that the address names, by its code: the page is made for it */
  area: z.string().optional(),
  /** `Texas`, or `Everywhere` */
  name: z.string(),
});

export type ShipToProps = z.infer<typeof schema>;
