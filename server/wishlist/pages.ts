import type { FavouritesProps } from "../../islands/wishlist/favourites.props.ts";
import { savedCards } from "../catalog/product-cards.ts";
import { lastPage, pagerOf } from "../catalog/rules/paging.ts";
import { type ShipTo, shipToMenu } from "../catalog/rules/ship-to.ts";
import { hasStateRules } from "../catalog/states.ts";
import type { Db } from "../db/tables.ts";
import { view } from "../web/view.ts";
import { favouritesOf } from "./favourites.ts";
import { favouritePath, wishlistPath } from "./paths.ts";
import { favouritesOn, favouritesPerPage } from "./rules/paging.ts";

type WishlistPageInput = {
  customerId: string | undefined;
  shipTo: ShipTo | undefined;
  page: number;
  now: number;
  /** the token for the forms that remove a favourite without scripts */
  token: string | undefined;
  /** the reason why the last form was refused */
  formError?: string | undefined;
};

type WishlistPage = Awaited<ReturnType<typeof wishlistPage>>;
export const wishlistView = view<WishlistPage>("wishlist/wishlist");

/**
 * The values of views/wishlist/wishlist.hbs: the cards of a customer. A guest's favourites are only
 * stored in the browser.
 */
export async function wishlistPage(db: Db, { customerId, shipTo, page, now, token, formError }: WishlistPageInput) {
  const ids = customerId ? await favouritesOf(db, customerId) : undefined;
  const current = favouritesOn(page, ids ?? []);
  const cards = await savedCards(db, current.ids, shipTo, now);
  const favourites: FavouritesProps = { page, ...(ids && { ids, page: current.page }), ...(shipTo && { area: shipTo.area }) };
  const address = (number: number) => `${wishlistPath}?page=${number}${shipTo ? `&ship_to=${shipTo.area}` : ""}`;
  return {
    title: "Favorites",
    robots: "noindex",
    guest: ids === undefined,
    favourites,
    cards: cards.map((card) => ({ ...card, kept: { id: card.id, action: favouritePath(card.id), name: card.name, token } })),
    pager: pagerOf(current.page, lastPage(ids?.length ?? 0, favouritesPerPage), address),
    formError,
    shipTo,
    everywhere: shipToMenu(wishlistPath, { shipTo, hasStateRules: await hasStateRules(db) }),
  };
}
