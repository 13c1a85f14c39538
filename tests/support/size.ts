// `npm run check` runs this after the build. It checks that a shopper's downloads stay within their
// budgets, in bytes after brotli.
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";
import type { Manifest } from "server-islands/build";
import { loadBuild } from "../../build.mjs";
import { target } from "../../islands/supported-browsers.ts";

const root = join(import.meta.dirname, "../..");
const shoppingScreens = 17_900;
/**
 * The budget of a screen of the checkout's steps, of the customer's own screens, and of the sign-in
 * screens; bytes.
 */
const formScreens = 24_500;
/**
 * The budget of islands that load on touch: the search field, the order of the reviews, and the
 * cards' chunk if no other island has loaded it.
 */
const touch = 2_500;

type Line = { what: string; size: number; budget: number };

const brotli = (text: string | Uint8Array) => brotliCompressSync(text).length;
const readManifest = (dist: string): Manifest => JSON.parse(readFileSync(join(dist, "manifest.json"), "utf8"));
const fileOf = (dist: string, file: string) => readFileSync(join(dist, "static/islands", `${file}.js`));

/**
 * The script files of a screen with these islands: the loader, shared chunks and the islands
 * themselves, each once.
 */
function screenFiles(islandNames: readonly string[], dist: string): string[] {
  const { entry, islands } = readManifest(dist);
  const files = islandNames.flatMap((name) => {
    const island = islands[name];
    if (!island) throw new Error(`No island is called ${name}`);
    return [island.file, ...island.imports];
  });
  return [...new Set(islandNames.length > 0 ? [entry, ...files] : [])];
}

const screenBytes = (islandNames: readonly string[], dist: string): number =>
  screenFiles(islandNames, dist).reduce((sum, file) => sum + brotli(fileOf(dist, file)), 0);

/**
 * Islands that load when a shopper touches their element: the search field, a card's button, the
 * order of the reviews.
 */
const startedByTouch = new Set(["add-to-cart", "choose-options", "review-order", "search-box"]);

/**
 * Islands that a view and its partials name under any condition. Islands that wait for a touch are
 * included only if `touched`.
 */
export function islandsOfView(
  view: string,
  { touched = false, views = join(root, "views"), seen = new Set<string>() } = {},
): string[] {
  if (seen.has(view)) return [];
  seen.add(view);
  const text = readFileSync(join(views, `${view}.hbs`), "utf8");
  const islandNames = [...text.matchAll(/\{\{#?\s*island\s+"([^"]+)"/g)].map(([, name = ""]) => name);
  const own = islandNames.filter((name) => touched || !startedByTouch.has(name));
  const parts = [...text.matchAll(/\{\{#?>\s*"?([\w/.-]+)/g)].map(([, part = ""]) => part);
  return [...new Set([...own, ...parts.flatMap((part) => islandsOfView(part, { touched, views, seen }))])];
}

type Build = Awaited<ReturnType<typeof loadBuild>>;

/** The mount runtime, framework and stores of islands, without and with preact/compat. */
const mountExport = ({ runtime }: Build) => `
  export { mount } from ${JSON.stringify(runtime("mount.ts"))};
  export { settle } from ${JSON.stringify(runtime("settle.ts"))};`;
const frameworkExports = ({ runtime }: Build) => `
  export { jsx, jsxs, Fragment } from "react/jsx-runtime";
  export { useEffect, useLayoutEffect, useRef, useState } from "react";
  export { useStore } from "@nanostores/react";
  export { atom } from "nanostores";
  export { Component, render, hydrate } from "preact";
  export { withIds } from ${JSON.stringify(runtime("root-ids.preact.ts"))};
  import ${JSON.stringify(runtime("dom-props.preact.ts"))};`;
const compatExports = `
  export { forwardRef, memo, Suspense } from "react";`;

async function bundleBytes({ runtime, commonOptions, minifyModule }: Build, contents: string): Promise<number> {
  const stdin = { contents, resolveDir: runtime(), loader: "ts" as const };
  const { outputFiles } = await build({ ...commonOptions(false), target, stdin });
  return brotli(await minifyModule(outputFiles[0]?.text ?? ""));
}

/**
 * Islands of the layout that a view's page leaves out. The cart page leaves out the islands that
 * open the cart or lead away from it, and the field for the state (`ship-to`).
 */
const without: Record<string, readonly string[]> = {
  "checkout/cart": ["cart-button", "search-box", "ship-to"],
};

/** Whether a view is a screen without shopping. */
const isOwn = (view: string) => /^(identity|customers|orders|staff)\//.test(view);

/** The confirmation is the last step of the checkout, and uses its layout. */
const isStep = (view: string) => (view.startsWith("checkout/") && view !== "checkout/cart") || view === "orders/confirmation";

function layoutOf(view: string): string {
  if (view.startsWith("staff/")) return "staff";
  return isStep(view) ? "checkout" : "main";
}

/** The islands of a view and its layout. A view that chooses no layout uses the main one. */
function screenIslands(view: string, touched = false): string[] {
  const layout = `layouts/${layoutOf(view)}`;
  const names = [layout, view].flatMap((one) => islandsOfView(one, { touched }));
  // Only the cart page shows the number of units in the header, in place of the cart button.
  const excluded = [...(without[view] ?? []), ...(view === "checkout/cart" ? [] : ["cart-count"])];
  return [...new Set(names)].filter((name) => !excluded.includes(name));
}

function screens(dist: string): Line[] {
  const parts = /^(layouts|ui|mail)\//;
  const views = globSync("*/*.hbs", { cwd: join(root, "views") }).map((path) => path.replace(/\.hbs$/, "").replaceAll("\\", "/"));
  return views
    .filter((view) => !parts.test(view) && islandsOfView(view, { touched: true }).length > 0)
    .flatMap((view) => {
      const budget = isStep(view) || isOwn(view) ? formScreens : shoppingScreens;
      const [names, all] = [screenIslands(view), screenIslands(view, true)];
      return [
        { what: `${view}: ${names.join(", ")}`, size: screenBytes(names, dist), budget },
        { what: `${view}, with all of it touched`, size: screenBytes(all, dist), budget: budget + touch },
      ];
    });
}

async function measure(dist: string): Promise<Line[]> {
  const { entry, css, stylesheets } = readManifest(dist);
  const bundler = await loadBuild();
  const largest = (name: string) => {
    const files = globSync(`${name}-*.js`, { cwd: join(dist, "static/islands") });
    return Math.max(...files.map((path) => brotli(fileOf(dist, basename(path, ".js")))));
  };
  const core = await bundleBytes(bundler, mountExport(bundler) + frameworkExports(bundler));
  return [
    // The registry has a line for each island. The loader alone keeps within 2,300 bytes
    // (islands/runtime/size.mjs).
    { what: "loader with its registry", size: brotli(fileOf(dist, entry)), budget: 2_600 },
    { what: "mount runtime", size: core - (await bundleBytes(bundler, frameworkExports(bundler))), budget: 1_300 },
    { what: "script where content is replaced", size: largest("fallback"), budget: 400 },
    { what: "script where something is editable, or takes files", size: largest("editable"), budget: 460 },
    { what: "script where others replace texts", size: largest("altered"), budget: 700 },
    { what: "script where an island has slots", size: largest("slots"), budget: 700 },
    { what: "script while a page arrives", size: largest("arriving"), budget: 400 },
    { what: "schemas of all islands, where no helper wrote the markup", size: largest("props"), budget: 3_570 },
    { what: "core: Preact, nanostores, mount runtime", size: core, budget: 8_000 },
    {
      what: "core with preact/compat",
      size: await bundleBytes(bundler, mountExport(bundler) + frameworkExports(bundler) + compatExports),
      budget: 11_000,
    },
    { what: "script requests of a product page", size: screenFiles(screenIslands("catalog/product"), dist).length, budget: 6 },
    { what: "loader of pages that others render", size: brotli(fileOf(dist, "entry")), budget: 2_300 },
    {
      what: "stylesheet of pages that others render",
      size: brotli(readFileSync(join(dist, "static/islands/islands.css"))),
      budget: 8_000,
    },
    ...Object.entries(stylesheets).map(([name, path]) => ({
      what: `stylesheet of ${name}`,
      size: brotli(readFileSync(join(dist, path))),
      budget: 12_000,
    })),
    { what: "stylesheet", size: brotli(readFileSync(join(dist, css))), budget: 12_500 },
    ...screens(dist),
  ];
}

if (import.meta.main) {
  const lines = await measure(join(root, "dist"));
  for (const { what, size, budget } of lines) {
    const verdict = size > budget ? "OVER" : "good";
    console.log(`${verdict} ${String(size).padStart(6)} of ${String(budget).padStart(6)}  ${what}`);
  }
  process.exitCode = lines.some(({ size, budget }) => size > budget) ? 1 : 0;
}
