// Builds the browser's and the server's bundles of the islands, the stylesheet and the other static
// files into dist/.
import { join } from "node:path";
import { buildSite } from "./islands/runtime/build/build.ts";
import { target } from "./islands/supported-browsers.ts";

const root = import.meta.dirname;

/** Build options of this shop; tests use them too. */
export const shop = {
  islandsDir: join(root, "islands"),
  loader: join(root, "islands/entry.ts"),
  staticDir: join(root, "static"),
  stylesheet: join(root, "static/css/site.css"),
  out: join(root, "dist"),
  target,
  chunkGroups: {
    shop: ["add-to-cart", "cart-button", "choose-options", "heart-icon", "scroll-arrows", "ship-to"],
    cart: ["cart-drawer", "cart-lines"],
    product: ["buy-box", "recently-viewed"],
    settings: ["address-book", "disable-account", "password-block"],
    swap: ["listing-swap", "review-order"],
    "order-summary": ["order-lines", "order-total", "order-totals", "promo-field"],
  },
  sections: { cart: ["cart"], checkout: ["checkout"], account: ["orders", "customers", "identity"] },
};

if (import.meta.main) {
  const { build, islands, milliseconds } = await buildSite({ ...shop, dev: process.argv.includes("--dev") });
  console.log(`Built ${islands} islands as build ${build} in ${milliseconds} ms`);
}
