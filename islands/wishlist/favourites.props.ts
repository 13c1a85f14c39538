import { z } from "zod";

/**
 * The favourites page. A customer's cards are drawn by the server; a guest's are known to the
 * browser alone, and fetched.
 */
export const schema = z.object({
  /** a customer's whole list, the latest first; absent for a guest */
  ids: z.array(z.string()).optional(),
  /** which page of the list the address asks for, from 1 */
  page: z.number().int().min(1),
  /** the state that the address names, by its code */
  area: z.string().optional(),
});

export type FavouritesProps = z.infer<typeof schema>;
