/**
 * Screens that pages link to; one that the shop does not have is undefined, and its link is left
 * out.
 */
export type Links = { signin: string; account: string; wishlist: string; lookup: string };

export const links: Links = {
  signin: "/identity/signin/",
  account: "/storefront/dashboard/",
  wishlist: "/storefront/wishlist/",
  lookup: "/storefront/orders/lookup/",
};
