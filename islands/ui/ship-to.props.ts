import { z } from "zod";

/**
 * The text of the header's ship-to form. Without scripts the form around it loads the page with the
 * chosen state in the page's URL.
 */
export const schema = z.object({
  /** code of the state in the page's URL, for which the server rendered the page */
  area: z.string().optional(),
  /** `Texas`, or `Not set` */
  name: z.string(),
});

export type ShipToProps = z.infer<typeof schema>;
