// Builds the browser's and the server's bundles of the islands, the stylesheet and the other static
// files into dist/.
import { registerHooks } from "node:module";
import { join } from "node:path";
import { target } from "./islands/supported-browsers.ts";
import { prefix } from "./islands/ui/embedded/names.ts";

// Under the condition `source` this repository's package names its TypeScript. esbuild, TypeScript and
// vitest have it by their options, and Node from here on.
registerHooks({
  resolve: (specifier, context, next) => next(specifier, { ...context, conditions: [...context.conditions, "source"] }),
});

/** The package that builds; a static import would be resolved before its condition is known. */
export const loadBuild = () =>
  import("server-islands/build").catch((error) => {
    if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new Error("node_modules has no server-islands, or is older than package-lock.json: run npm ci", { cause: error });
  });

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
    core: ["toasts"],
    main: ["add-to-cart", "cart-button", "choose-options", "heart-icon", "scroll-arrows", "ship-to"],
    cart: ["cart-drawer", "cart-lines"],
    product: ["buy-box", "recently-viewed"],
    profile: ["avatar-form", "profile-field"],
    settings: ["address-book", "disable-account", "password-block"],
    "sign-in": ["custom-signin", "new-password", "signin-form", "social-buttons", "social-report", "social-return"],
    steps: ["address-form", "contact-form", "shipping-method-form"],
    swap: ["listing-swap", "review-order"],
    "order-summary": ["order-lines", "order-total", "order-totals", "promo-field"],
  },
  sections: { cart: ["cart"], checkout: ["checkout"], account: ["orders", "customers", "identity"] },
  // Pages that others render (docs/embedding.md).
  embedded: {
    loader: join(root, "islands/entry.embedded.ts"),
    prepare: join(root, "islands/ui/embedded/prepare.ts"),
    stylesheet: join(root, "static/css/islands.css"),
    prefix,
    chunkGroups: {
      core: ["add-to-cart", "cart-button", "heart-icon", "toasts", "overlay", "session-over"],
      forms: ["order-lookup", "promo-field"],
    },
    packages: {
      "react/jsx-runtime": join(root, "islands/ui/embedded/jsx-runtime.ts"),
      "react/jsx-dev-runtime": join(root, "islands/ui/embedded/jsx-runtime.ts"),
      "server-islands/html": join(root, "islands/ui/embedded/html.ts"),
    },
  },
};

if (import.meta.main) {
  const { buildSite, describeProblem } = await loadBuild();
  const { build, islands, milliseconds, problems } = await buildSite({ ...shop, dev: process.argv.includes("--dev") });
  for (const problem of problems) console.error(describeProblem(problem));
  console.log(`Built ${islands} islands as build ${build} in ${milliseconds} ms`);
}
