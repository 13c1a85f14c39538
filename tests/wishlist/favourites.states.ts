import type { FavouritesProps } from "../../islands/wishlist/favourites.props.ts";

export const states = {
  guest: { page: 1 },
  customer: { page: 1, ids: ["p-1", "p-2"] },
} satisfies Record<string, FavouritesProps>;
