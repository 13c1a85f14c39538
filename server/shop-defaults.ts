import { landingScreenPath } from "./catalog/paths.ts";
import { firstCategories } from "./catalog/rules/categories.ts";
import { cartPath } from "./checkout/cart-paths.ts";
import type { StoreConfig } from "./config/store.ts";
import type { ShopDefaults } from "./content/frame.ts";
import { signInPath } from "./customers/paths.ts";
import { lookupPath } from "./orders/paths.ts";

/** What the shop shows where its owner has set nothing: the name and the time zone of its configuration, and these words. */
export function shopDefaults({ storeName, timeZone }: StoreConfig): ShopDefaults {
  const header = firstCategories.map(({ slug, name }) => ({ name, href: landingScreenPath(slug) }));
  return {
    storeName,
    timeZone,
    tagline: "Seeds, glass, mushrooms, and apparel, chosen one by one and described honestly.",
    smallPrint:
      "For adults 21 and over. Some products can’t be sold in every state. We check the address before we take payment. Prices are in US dollars.",
    header,
    footer: [
      { heading: "Shop", links: header, pages: false },
      {
        heading: "Orders",
        links: [
          { name: "Cart", href: cartPath },
          { name: "Find an order", href: lookupPath },
          { name: "Sign in", href: signInPath },
        ],
        pages: false,
      },
      { heading: "Good to know", links: [], pages: true },
    ],
  };
}
