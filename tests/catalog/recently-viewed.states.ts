import type { RecentlyViewedProps } from "../../islands/catalog/recently-viewed.props.ts";

export const states = {
  "of a product": { productId: "p-1", cards: "/storefront/api/cards?ship_to=TX&" },
} satisfies Record<string, RecentlyViewedProps>;
