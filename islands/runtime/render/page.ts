import type { Manifest } from "../build/build.ts";

/**
 * The islands of one page while it is rendered: all names, the names that are hydrated at once, and
 * the number of islands that rendered ids.
 */
export type PageIslands = { names: Set<string>; onLoad: Set<string>; keys: number };

export const openPage = (): PageIslands => ({ names: new Set(), onLoad: new Set(), keys: 0 });

/**
 * Tags for the head: the loader, and the files of islands that are hydrated at once, so that no
 * file waits for another.
 */
export function moduleHead(manifest: Manifest, page: PageIslands): string {
  if (page.names.size === 0) return "";
  const files = new Set(
    [...page.onLoad].flatMap((name) => {
      const island = manifest.islands[name];
      return island ? [island.file, ...island.imports] : [];
    }),
  );
  const preloads = [...files].map((file) => `<link rel="modulepreload" href="/static/islands/${file}.js">`);
  return [...preloads, `<script type="module" async src="/static/islands/${manifest.entry}.js"></script>`].join("\n");
}
