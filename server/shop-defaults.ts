import { collectionsPath, landingScreenPath } from "./catalog/paths.ts";
import { firstCategories } from "./catalog/rules/categories.ts";
import { cartPath } from "./checkout/cart-paths.ts";
import type { StoreConfig } from "./config/store.ts";
import type { ShopDefaults } from "./content/frame.ts";
import type { NavigationLink } from "./content/rules/navigation.ts";
import { signInPath } from "./customers/paths.ts";
import { lookupPath } from "./orders/paths.ts";

/** The demo's texts about itself, which no other shop may use. */
const demoWords = {
  tagline: "Seeds, glass, mushrooms, and apparel, chosen one by one and described honestly.",
  smallPrint:
    "For adults 21 and over.\nSome products can’t be sold in every state. We check the address before we take payment.\nPrices are in US dollars.",
  homeTitle: "Seeds, glass, mushrooms, and apparel",
  homeDescription: "Seeds, glass, mushrooms, apparel, and our own line, chosen one by one and described honestly.",
};

const plainWords = { tagline: "", smallPrint: "Prices are in US dollars.", homeTitle: "", homeDescription: "" };

const demoHeader = firstCategories.map(({ slug, name }) => ({ name, href: landingScreenPath(slug) }));
const allProducts = { name: "All products", href: collectionsPath };

/**
 * The defaults of settings that the owner has not set: the name and the time zone of the
 * configuration, and these texts.
 */
export function shopDefaults({ isDemo, storeName, timeZone }: StoreConfig): ShopDefaults {
  return {
    storeName,
    timeZone,
    hasDrawing: isDemo,
    ...(isDemo ? demoWords : plainWords),
    navigation: (categories) => navigationOf(isDemo ? demoHeader : [allProducts, ...categories]),
  };
}

/** The navigation; the footer repeats the header's links. */
function navigationOf(header: NavigationLink[]): ReturnType<ShopDefaults["navigation"]> {
  return {
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
