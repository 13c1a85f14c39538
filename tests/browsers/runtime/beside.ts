import { join } from "node:path";
import type { FixtureServer } from "./fixture-server.ts";
import { test as runtimeTest } from "./test.ts";

const packages = join(import.meta.dirname, "../../../node_modules");

/** Classic scripts from packages, included as usual. */
const libraries = {
  alpine: "alpinejs/dist/cdn.js",
  htmx: "htmx.org/dist/htmx.js",
  idiomorph: "idiomorph/dist/idiomorph.js",
  stimulus: "@hotwired/stimulus/dist/stimulus.umd.js",
  turbo: "@hotwired/turbo/dist/turbo.es2017-umd.js",
};

/** The page has no policy, because these libraries turn text into HTML or code. */
export const test = runtimeTest.extend({
  server: async ({ server }, use) => {
    server.policy = "";
    for (const [name, path] of Object.entries(libraries)) server.serveFile(`/${name}.js`, join(packages, path));
    await use(server);
  },
});

/** A page as another program renders it, with the loader and a library in its head. */
export function pageWith(body: string, library?: keyof typeof libraries, head = ""): string {
  const loader = `<script type="module" async src="/static/islands/entry.js"></script>`;
  const script = library ? `<script src="/${library}.js" defer></script>` : "";
  return `<!doctype html><html lang="en"><head><title>Islands</title>${loader}${script}${head}</head><body>${body}</body></html>`;
}

/** The path of a page or a fragment that a library fetches. */
export const pathOf = (server: FixtureServer, html: string): string => new URL(server.page(html)).pathname;
