import { z } from "zod";

/**
 * The favourites page. The server renders a customer's cards; a guest's favourites are stored in
 * the browser, which fetches the cards.
 */
export const schema = z.object({
  /** a customer's whole list, the latest first; absent for a guest */
  ids: z.array(z.string()).optional(),
  /** the shown page of the list, from 1, as named in the page's URL */
  page: z.number().int().min(1),
  /** the state in the address, by its code */
  area: z.string().optional(),
});

export type FavouritesProps = z.infer<typeof schema>;
