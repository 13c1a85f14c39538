// Builds dist/: the islands' bundles for browsers and for the server, the stylesheet, the other
// static files, and the API's description. With --if-changed, builds only if a source changed since
// the last build.
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { target } from "./islands/supported-browsers.ts";
import { prefix } from "./islands/ui/embedded/names.ts";

// This repository's own package, `server-islands`, names its TypeScript files under the condition
// `source`. esbuild, TypeScript and vitest get this condition by their options. Node has it for all
// imports from here on.
registerHooks({
  resolve: (specifier, context, next) => next(specifier, { ...context, conditions: [...context.conditions, "source"] }),
});

/**
 * Loads the package that builds. A static import would be resolved before the hook above adds the
 * condition `source`.
 */
export const loadBuild = () =>
  import("server-islands/internal").catch((error) => {
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
  stylesheets: { staff: join(root, "static/css/staff.css") },
  out: join(root, "dist"),
  // The build need not keep the files of earlier builds, since the server does so
  // (server/web/assets).
  keep: false,
  target,
  chunkGroups: {
    core: ["toasts"],
    main: ["add-to-cart", "cart-button", "choose-options", "heart-icon", "scroll-arrows", "ship-to"],
    cart: ["cart-count", "cart-drawer", "cart-lines"],
    product: ["buy-box", "recently-viewed"],
    profile: ["avatar-form", "profile-field"],
    settings: ["address-book", "disable-account", "password-block"],
    "sign-in": ["custom-signin", "new-password", "signin-form", "social-buttons", "social-report", "social-return"],
    steps: ["address-form", "contact-form", "shipping-method-form"],
    staff: ["form-drafts", "grid-paste", "new-staff-passkey", "picture-upload", "shortcuts", "staff-passkey"],
    swap: ["listing-swap", "review-order"],
    "order-summary": ["order-lines", "order-total", "order-totals", "promo-field"],
  },
  sections: { cart: ["cart"], checkout: ["checkout"], account: ["orders", "customers", "identity"], staff: ["staff"] },
  // Files for pages that other servers render (docs/embedding.md).
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

/**
 * The digest of everything that determines a build of this folder: the sources, the versions of the
 * packages, the version of Node, and the options.
 *
 * @param {string} folder
 *
 * @param {{ dev: boolean }} options
 */
export function digestOfSources(folder, options) {
  const folders = globSync("{islands,server,static,views}/**/*", { cwd: folder, withFileTypes: true });
  const inFolders = folders.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const single = ["build.mjs", "package.json", "package-lock.json", "tsconfig.json"].map((name) => join(folder, name));
  const digest = createHash("sha256").update(JSON.stringify([process.version, options]));
  for (const path of [...inFolders.sort(), ...single.filter(existsSync)]) {
    const contents = readFileSync(path);
    digest.update(`${path.slice(folder.length)} ${contents.length}\n`).update(contents);
  }
  return digest.digest("hex");
}

const openapiFile = join(shop.out, "openapi.json");

/** Reads the digest of the sources that made `dist/`; undefined if the build is incomplete. */
function builtSources() {
  const path = join(shop.out, "sources");
  return existsSync(path) && existsSync(openapiFile) ? readFileSync(path, "utf8") : undefined;
}

if (import.meta.main) {
  const dev = process.argv.includes("--dev");
  // Read before the build: what changes meanwhile is built at the next start.
  const sources = digestOfSources(root, { dev });
  if (process.argv.includes("--if-changed") && builtSources() === sources) {
    console.log("The build is up to date");
  } else {
    const { buildSite, describeProblem } = await loadBuild();
    // Release 0.1.0 wrote no `islands-build.json`, and `buildSite` refuses a folder without it.
    if (builtSources() !== undefined && !existsSync(join(shop.out, "islands-build.json"))) rmSync(shop.out, { recursive: true });
    const { build, islands, milliseconds, problems } = await buildSite({ ...shop, dev, sources });
    const { openapiDocument } = await import("./server/openapi/document.ts");
    writeFileSync(openapiFile, JSON.stringify(openapiDocument()));
    for (const problem of problems) console.error(describeProblem(problem));
    const { release } = await import("./server/release.ts");
    console.log(`Built ${islands} islands as build ${build} in ${milliseconds} ms: release ${release}`);
  }
}
