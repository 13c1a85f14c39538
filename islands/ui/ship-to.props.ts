import { z } from "zod";

/**
 * The text of the header's ship-to form. Without scripts the form around it works by the address.
 */
export const schema = z.object({
  /** code of the state in the address, for which the page is rendered */
  area: z.string().optional(),
  /** `Texas`, or `Not set` */
  name: z.string(),
});

export type ShipToProps = z.infer<typeof schema>;
