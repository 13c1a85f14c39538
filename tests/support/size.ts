// Run by `npm run check` after the build: what a shopper downloads stays within its budget, in bytes after brotli.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";
import type { Manifest } from "../../build/site.ts";

const root = join(import.meta.dirname, "../..");
const shopping = 17_500;
/** The checkout's steps, the customer's own screens and those of signing in. */
const working = 24_000;
/** What the search field brings in once it is touched, and the chunk of the cards where nothing else did. */
const touch = 1_500;

type Line = { what: string; bytes: number; budget: number };

const brotli = (text: string | Uint8Array) => brotliCompressSync(text).length;
const readManifest = (dist: string): Manifest => JSON.parse(readFileSync(join(dist, "manifest.json"), "utf8"));
const fileOf = (dist: string, file: string) => readFileSync(join(dist, "static/islands", `${file}.js`));

/** Script bytes of a screen with these islands: the loader, the core, what they share and they themselves, each once. */
export function screenBytes(islandNames: readonly string[], dist = join(root, "dist")): number {
  const { entry, core, islands } = readManifest(dist);
  const files = islandNames.flatMap((name) => {
    const island = islands[name];
    if (!island) throw new Error(`No island is called ${name}`);
    return [island.file, ...island.imports];
  });
  const all = new Set(islandNames.length > 0 ? [entry, core, ...files] : []);
  return [...all].reduce((sum, file) => sum + brotli(fileOf(dist, file)), 0);
}

/** Islands that come when a shopper touches what they belong to: the search field, the button of a card. */
const waiting = new Set(["add-to-cart", "search-box"]);

/** Islands that a view and its partials name, whatever they show to whom; those that wait for a touch only where `touched`. */
export function islandsOfView(
  view: string,
  { touched = false, views = join(root, "views"), seen = new Set<string>() } = {},
): string[] {
  if (seen.has(view)) return [];
  seen.add(view);
  const text = readFileSync(join(views, `${view}.hbs`), "utf8");
  const named = [...text.matchAll(/\{\{#?\s*island\s+"([^"]+)"/g)].map(([, name = ""]) => name);
  const own = named.filter((name) => touched || !waiting.has(name));
  const parts = [...text.matchAll(/\{\{#?>\s*"?([\w/.-]+)/g)].map(([, part = ""]) => part);
  return [...new Set([...own, ...parts.flatMap((part) => islandsOfView(part, { touched, views, seen }))])];
}

/** What the mount runtime adds to the core: the framework functions that it calls count as the framework's. */
async function mountBytes(dist: string): Promise<number> {
  const { core } = readManifest(dist);
  const text = fileOf(dist, core).toString();
  const [, list = ""] = /export\s*\{([^}]*)\}/.exec(text) ?? [];
  const names = list.split(",").map(
    (name) =>
      name
        .trim()
        .split(/\s+as\s+/)
        .at(-1) ?? "",
  );
  const bundle = async (kept: readonly string[]) => {
    const contents = `export { ${kept.join(", ")} } from "./${core}.js";`;
    const stdin = { contents, resolveDir: join(dist, "static/islands") };
    const { outputFiles } = await build({ stdin, bundle: true, minify: true, format: "esm", write: false, logLevel: "error" });
    return brotli(outputFiles[0]?.contents ?? "");
  };
  return (await bundle(names)) - (await bundle(names.filter((name) => name !== "mount")));
}

/** Islands that a view's page leaves out of its layout: the cart page needs none that opens the cart or leads away, a page without goods no state. */
const without: Record<string, readonly string[]> = {
  "checkout/cart": ["cart-button", "search-box", "ship-to"],
  "orders/confirmation": ["ship-to"],
};

/** A screen where nobody shops; the confirmation ends a purchase and leads back to the shop. */
const isOwn = (view: string) => /^(identity|customers|orders)\//.test(view) && view !== "orders/confirmation";

/** Every screen with its layout; a view without a layout of its own choice stands in the main one. */
function screens(dist: string): Line[] {
  const parts = /^(layouts|ui|mail)\//;
  const views = globSync("*/*.hbs", { cwd: join(root, "views") }).map((path) => path.replace(/\.hbs$/, "").replaceAll("\\", "/"));
  return views
    .filter((view) => !parts.test(view) && islandsOfView(view, { touched: true }).length > 0)
    .flatMap((view) => {
      const steps = view.startsWith("checkout/") && view !== "checkout/cart";
      const layout = `layouts/${steps ? "checkout" : "main"}`;
      const namesOf = (touched: boolean) =>
        [...new Set([...islandsOfView(layout, { touched }), ...islandsOfView(view, { touched })])].filter(
          (name) => !without[view]?.includes(name),
        );
      const budget = steps || isOwn(view) ? working : shopping;
      const [names, all] = [namesOf(false), namesOf(true)];
      return [
        { what: `${view}: ${names.join(", ")}`, bytes: screenBytes(names, dist), budget },
        { what: `${view}, with the search field touched`, bytes: screenBytes(all, dist), budget: budget + touch },
      ];
    });
}

async function measure(dist: string): Promise<Line[]> {
  const { entry, core, css } = readManifest(dist);
  return [
    { what: "loader with its registry", bytes: brotli(fileOf(dist, entry)), budget: 2_300 },
    { what: "mount runtime", bytes: await mountBytes(dist), budget: 1_100 },
    { what: "core: preact/compat, nanostores, mount runtime", bytes: brotli(fileOf(dist, core)), budget: 11_000 },
    ...(css ? [{ what: "stylesheet", bytes: brotli(readFileSync(join(dist, css))), budget: 12_000 }] : []),
    ...screens(dist),
  ];
}

if (import.meta.main) {
  const lines = await measure(join(root, "dist"));
  for (const { what, bytes, budget } of lines) {
    const verdict = bytes > budget ? "OVER" : "good";
    console.log(`${verdict} ${String(bytes).padStart(6)} of ${String(budget).padStart(6)}  ${what}`);
  }
  process.exitCode = lines.some(({ bytes, budget }) => bytes > budget) ? 1 : 0;
}
