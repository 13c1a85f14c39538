import { z } from "zod";

/**
 * The favourites page. The server renders a customer's cards; a guest's favourites are stored in
 * the browser, which fetches the cards.
 */
export const schema = z.object({
  /** a customer's whole list, the latest first; absent for a guest */
  ids: z.array(z.string()).optional(),
  /** the page of the list in the address, from 1 */
  page: z.number().int().min(1),
  /** the state in the address, by its code */
  area: z.string().optional(),
});

export type FavouritesProps = z.infer<typeof schema>;
